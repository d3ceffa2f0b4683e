/**
 * Common leaked passwords of ten characters or more; shorter ones are refused by their length. Compared without
 * regard to case.
 */
const common = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1111111111 0000000000 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5
  q1w2e3r4t5y6 qwertyuiop qwertyuiop123 qwerty123456 qwerty12345 asdfghjkl1 asdfghjkl; zaq12wsxcde3 zxcvbnm123
  password12 password123 password1234 password12345 password123456 passwordpassword password2024 password2025
  password2026 passw0rd123 p@ssw0rd123 p@ssword123 iloveyou12 iloveyou123 iloveyousomuch letmein123 letmein1234
  welcome123 welcome1234 welcome2024 welcome2025 welcome2026 administrator admin12345 admin123456 changeme123
  football123 baseball123 liverpool1 liverpool123 manchester manchesterunited chelsea123 arsenal123 tottenham1
  everton123 sunshine123 princess123 charlie123 dragon12345 monkey12345 superman123 batman12345 starwars123
  whatever123 trustno1234 computer123 internet123 samsung123 google12345 facebook123 qazwsxedc1 qazwsxedcrfv
  abcdefghij abcdefghijk abcd123456 abc1234567 aaaaaaaaaa 1234512345 1231231234 1122334455 1029384756 5555555555
  6666666666 7777777777 8888888888 9999999999 1234567891 123456789a 123456789q a123456789 q123456789 123456789abc
  businessman barcelona1 realmadrid1 michael123 jennifer123 jessica123 elizabeth1 alexander1 christopher
  cheeseburger chocolate1 strawberry butterfly1 basketball thunderbird motorcycle skateboard snowboard1
  lovelovelove loveyou123 iloveyou1234 forever123 blink182182 slipknot666 metallica1 pokemon123 minecraft1
  minecraft123 fortnite123 hello12345 helloworld helloworld1 summer2024 summer2025 summer2026 winter2024 winter2025
  winter2026 spring2025 spring2026 autumn2025 autumn2026 restaurant restaurant1 restaurant123 servery123 serverypassword`.split(
    /\s+/,
  ),
);

export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
