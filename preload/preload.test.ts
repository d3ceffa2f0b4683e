import path from 'node:path';
import { runInNewContext, Script } from 'node:vm';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { channelOf } from '#shared/host/bridge.ts';
import { hostNames, type IpcCommand, type TillBridge } from '#shared/host/ipc.ts';
import { bridgeNames } from '../tests/support/till/bridge-names.ts';

type Listener = (event: unknown, data: unknown) => void;

let code: string;
beforeAll(async () => {
  const built = await build({
    configFile: path.resolve(import.meta.dirname, 'vite.config.ts'),
    build: { write: false },
  });
  const [output] = [built].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  code = chunk?.code ?? '';
});

/** Runs the built preload as the sandbox does: as a script that gets `electron` and nothing else. */
function run({ newer = true, args = [] as string[] } = {}) {
  const required: string[] = [];
  const invoked: unknown[][] = [];
  const listeners = new Map<string, Set<Listener>>();
  const exposed: [string, TillBridge][] = [];
  const ranInPage: string[] = [];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: TillBridge) => exposed.push([name, api]),
      // From Electron 35 on.
      ...(newer && {
        executeInMainWorld: ({ func }: { func: () => void }) => ranInPage.push(`(${func.toString()})()`),
      }),
    },
    webFrame: {
      async executeJavaScript(script: string) {
        ranInPage.push(script);
      },
    },
    ipcRenderer: {
      invoke: (...call: unknown[]) => void invoked.push(call),
      on: (channel: string, listener: Listener) =>
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener)),
      removeListener: (channel: string, listener: Listener) => listeners.get(channel)?.delete(listener),
    },
  };
  const require = (name: string) => {
    required.push(name);
    return electron;
  };
  // A script, not a module: an `import` in it would not parse.
  const start = new Script(
    `(function (require, process, exports, module) {${code}\n})`,
  ).runInThisContext() as (...scope: unknown[]) => void;
  const argv = ['electron', '--till-api-base=https://orders.example/api', ...args];
  start(require, { argv }, {}, { exports: {} });
  const emit = (channel: string, data: unknown) =>
    listeners.get(channel)?.forEach((listener) => listener({ sender: 'the event' }, data));
  return { required, invoked, exposed, emit, ranInPage };
}

describe('the bridge, as it is built (E4, E20)', () => {
  it('is a script of a few kilobytes that needs electron alone', () => {
    expect(code.length).toBeGreaterThan(0);
    expect(code.length).toBeLessThan(4096);
    expect(run().required).toEqual(['electron']);
  });

  it('shows the page the contract as functions, the address, and nothing else', () => {
    const [[name, bridge] = []] = run().exposed;
    expect(name).toBe('till');
    const { tells, before } = hostNames;
    expect(Object.keys(bridge ?? {}).toSorted()).toEqual(bridgeNames);
    expect(bridge).toMatchObject({ tells, before });
    expect(bridge?.apiBase).toBe('https://orders.example/api');
    expect(bridge?.showsNotifications).toBe(true);
    expect(run({ args: ['--till-no-notifications'] }).exposed[0]?.[1].showsNotifications).toBe(false);
    const {
      apiBase: _address,
      showsNotifications: _shows,
      tells: _tells,
      before: _before,
      ...rest
    } = bridge ?? {};
    for (const value of Object.values(rest)) expect(typeof value).toBe('function');
  });

  it.each([true, false])('takes WebRTC away from the page (E7), with executeInMainWorld: %s', (newer) => {
    const page = { RTCPeerConnection: 1, webkitRTCPeerConnection: 1, fetch: 1 };
    const { ranInPage } = run({ newer });
    expect(ranInPage).toHaveLength(1);
    for (const script of ranInPage) runInNewContext(script, page);
    expect(page).toEqual({ fetch: 1 });
  });

  it('sends each command on its own channel with one payload', () => {
    const { exposed, invoked } = run();
    const bridge = exposed[0]?.[1] as unknown as Record<string, (...payload: unknown[]) => void>;
    for (const name of hostNames.commands) bridge[name]?.({ a: 1 }, 'more');
    expect(invoked).toEqual(hostNames.commands.map((name) => [channelOf(name as IpcCommand), { a: 1 }]));
  });

  it('gives a listener the data and never the event, until its subscription ends', () => {
    const { exposed, emit } = run();
    const heard: unknown[][] = [];
    const end = exposed[0]?.[1].onOrderChosen((...data) => heard.push(data));
    const order = { orderId: 'o1', outletId: 'outlet-1' };
    emit('till:orderChosen', order);
    end?.();
    emit('till:orderChosen', order);
    expect(heard).toEqual([[order]]);
  });
});
