/** What each way to make markup, a script or a worker of text comes to; runs in a page. */
export function textBecomes(): Record<string, string> {
  const outcome = (act: () => unknown) => {
    try {
      act();
      return 'made';
    } catch (error) {
      return (error as Error).name;
    }
  };
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes: { createPolicy(name: string, rules: object): unknown };
  };
  return {
    markup: outcome(() => (document.createElement('div').innerHTML = '<b>text</b>')),
    script: outcome(() => (document.createElement('script').src = '/other.js')),
    worker: outcome(() => new Worker('/other.js')),
    policy: outcome(() => trustedTypes.createPolicy('another', {})),
  };
}

export const refusedText = {
  markup: 'TypeError',
  script: 'TypeError',
  worker: 'TypeError',
  policy: 'TypeError',
};
