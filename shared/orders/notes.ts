const allergyWords = /allerg|intoleran|coeliac|celiac|anaphyla|epi-?pen/i;

/** Whether a note speaks of an allergy. */
export function speaksOfAllergy(note: string): boolean {
  return allergyWords.test(note);
}

/** What stands before a note on a screen: `Allergy · not read yet`; empty if there is nothing to say of it. */
export function noteMark(note: string, unread: true | undefined): string {
  const marks = [...(speaksOfAllergy(note) ? ['Allergy'] : []), ...(unread ? ['not read yet'] : [])];
  const text = marks.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
