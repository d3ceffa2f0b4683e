import { describe, expect, it } from 'vitest';
import type { IpcMainInvokeEvent } from 'electron';
import { CALLED_TOO_OFTEN, channelOf } from '#shared/host/bridge.ts';
import { commands, type Handlers, type IpcCommand } from '#shared/host/ipc.ts';
import { handleCommands, isTrusted } from './ipc-guard.ts';

const commandNames = Object.keys(commands) as IpcCommand[];

type Frame = { url: string; parent: unknown } | null;
const from = (senderFrame: Frame) => ({ senderFrame }) as unknown as IpcMainInvokeEvent;
const own: Frame = { url: 'app://till/', parent: null };

function registered(changes: Partial<Handlers> = {}) {
  const channels = new Map<string, (event: IpcMainInvokeEvent, payload: unknown) => unknown>();
  const acted: string[] = [];
  const failed: [IpcCommand, string | null][] = [];
  const noted = Object.fromEntries(commandNames.map((name) => [name, () => void acted.push(name)]));
  const handlers = { ...noted, ...changes } as unknown as Handlers;
  handleCommands(
    { handle: (channel, listener) => void channels.set(channel, listener) },
    handlers,
    (name, why) => void failed.push([name, why]),
  );
  const invoke = (name: IpcCommand, frame: Frame, payload: unknown) =>
    Promise.resolve(channels.get(channelOf(name))?.(from(frame), payload));
  return { channels, acted, failed, invoke };
}

describe('who may ask the main process (E17)', () => {
  it.each([
    ['a frame that is gone', null],
    ['a sub-frame', { url: 'app://till/', parent: {} }],
    ['another origin', { url: 'https://evil.example/', parent: null }],
    ['a look-alike', { url: 'app://till.evil/', parent: null }],
  ])('%s reaches no handler', async (_who, frame) => {
    const { acted, invoke } = registered();
    expect(isTrusted(from(frame))).toBe(false);
    for (const name of commandNames) await expect(invoke(name, frame, undefined)).rejects.toThrow('Refused');
    expect(acted).toEqual([]);
  });

  it('a payload that breaks the contract reaches no handler', async () => {
    const { acted, failed, invoke } = registered();
    for (const name of commandNames)
      await expect(invoke(name, own, { unheard: 'of' })).rejects.toThrow(/invalid|unrecognized/i);
    expect(acted).toEqual([]);
    expect(failed.map(([name]) => name)).toEqual(commandNames);
  });

  it('a command that is called too often reaches no handler', async () => {
    const { acted, failed, invoke } = registered();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => invoke('rememberOutlet', own, null)),
    );
    expect(acted.length).toBeLessThan(400);
    expect(answers.filter((answer) => answer === CALLED_TOO_OFTEN)).toHaveLength(1_000 - acted.length);
    expect(failed).toHaveLength(1_000 - acted.length);
    expect(failed[0]).toEqual(['rememberOutlet', null]);
  });

  it('what a handler throws is noted, though no page waits for it', async () => {
    const { failed, invoke } = registered({
      setRinging() {
        throw new TypeError('No bell');
      },
    });
    await expect(invoke('setRinging', own, [])).rejects.toThrow('No bell');
    expect(failed).toEqual([['setRinging', 'TypeError: No bell']]);
  });

  it('answers our own page, on the channels of the contract alone', async () => {
    const { channels, acted, invoke } = registered();
    await invoke('rememberOutlet', own, null);
    expect(acted).toEqual(['rememberOutlet']);
    expect([...channels.keys()].toSorted()).toEqual(commandNames.map(channelOf).toSorted());
  });
});
