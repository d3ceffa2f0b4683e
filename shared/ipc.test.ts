import { expect, it } from 'vitest';
import { commandNames, eventNames } from './ipc-names.ts';
import { ipc } from './ipc.ts';

it('names every command and event of the contract, and nothing else', () => {
  expect(commandNames.toSorted()).toEqual(Object.keys(ipc.commands).toSorted());
  expect(eventNames.toSorted()).toEqual(Object.keys(ipc.events).toSorted());
});
