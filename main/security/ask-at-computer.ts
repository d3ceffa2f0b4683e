import type { MessageBoxOptions } from 'electron';

export type Question = { title: string; message: string; detail: string; yes: string };
/** False also if nobody was asked, because another question is open. */
export type AskAtComputer = (question: Question) => Promise<boolean>;

/**
 * Asks the person at this computer in a dialog of the system's, which no page can press. Shows one question at a time,
 * however often a page causes one.
 */
export function askAtComputer(
  show: (options: MessageBoxOptions) => Promise<{ response: number }>,
): AskAtComputer {
  let asking = false;
  return async ({ yes, ...question }) => {
    if (asking) return false;
    asking = true;
    try {
      const buttons = ['Cancel', yes];
      const { response } = await show({
        ...question,
        type: 'warning',
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === buttons.length - 1;
    } finally {
      asking = false;
    }
  };
}
