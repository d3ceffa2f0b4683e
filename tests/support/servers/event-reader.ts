/** An event of a stream. */
export type ReadEvent<Data> = { id: string; data: Data };

/** Opens a stream of server-sent events, and reads them one at a time as a browser does; comments are left out. */
export async function readEvents<Data>(address: string, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  const reply = await fetch(address, { headers, signal: controller.signal });
  const parts = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    reply,
    close: () => controller.abort(),
    /** Null at the end of the stream. */
    async next(): Promise<ReadEvent<Data> | null> {
      for (;;) {
        text = text.replace(/^(?:(?:retry: \d+|:)\n\n)+/, '');
        const [, id, data, rest] = /^id: (.*)\ndata: (.*)\n\n([^]*)$/.exec(text) ?? [];
        if (id !== undefined && data !== undefined) {
          text = rest ?? '';
          return { id, data: JSON.parse(data) as Data };
        }
        const { value, done } = (await parts?.read()) ?? { value: '', done: true };
        if (done) return null;
        text += value;
      }
    },
  };
}
