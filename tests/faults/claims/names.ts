/** What must hold in every run, in words; each of them has a negative control. */
export const claims = {
  acknowledged: 'every acknowledged order is on the server exactly once',
  gapless: 'order numbers are gapless',
  legal: 'every change of an order is a legal step',
  equal: 'both screens have each order once, equal to the server after the last fault',
  rung: 'every order rings on a screen once one is reachable',
  silent: 'nothing rings after it was answered',
  money: 'no money is taken or given back twice',
  tickets: 'no ticket is lost, or printed twice without a mark',
  presses: 'no press is lost without a word',
  proved: 'no order is taken a minute after the last screen that can ring, nor refused before',
  cards: 'no card is asked for a refused order',
  retaken: 'orders are taken again once a screen can ring',
} as const;
