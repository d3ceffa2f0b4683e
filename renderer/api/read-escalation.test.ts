import { describe, expect, it } from 'vitest';
import { readAlert, readDrill, readEscalation } from './read-escalation.ts';

describe('who is told of an unseen order, as any server says it (D2, D47)', () => {
  it('reads rungs, addresses, phones and what is missing', () => {
    const read = readEscalation({
      rungs: { screens: { on: true, afterSeconds: '20' }, phones: { on: false, afterSeconds: 45 } },
      emails: ['bar@pub.example', '', {}],
      webhookUrl: 'https://gateway.example/hook',
      webhookKey: 'whsec_1',
      phones: [
        { _id: 'p1', name: 'Iris’s phone', addedAt: '2026-03-01T12:00:00Z', goneAt: '2026-03-02T12:00:00Z' },
      ],
      pushKey: 'BPk',
      missing: [
        { channel: 'email', why: 'no-sender' },
        { channel: 'phone', why: 'something new' },
      ],
    });
    expect(read).toMatchObject({
      rungs: {
        screens: { on: true, afterSeconds: 20 },
        phones: { on: false, afterSeconds: 45 },
      },
      emails: ['bar@pub.example'],
      webhookUrl: 'https://gateway.example/hook',
      webhookKey: 'whsec_1',
      phones: [
        {
          id: 'p1',
          name: 'Iris’s phone',
          addedAt: '2026-03-01T12:00:00.000Z',
          goneAt: '2026-03-02T12:00:00.000Z',
        },
      ],
      pushKey: 'BPk',
    });
    expect(read.missing.map(({ why }) => why)).toEqual(['no-sender', 'nobody']);
  });

  it('takes what a server leaves out as off and empty: no rung is on by itself', () => {
    const read = readEscalation({});
    expect(Object.values(read.rungs).map(({ on }) => on)).toEqual([false, false, false, false]);
    expect(read).toMatchObject({ emails: [], phones: [], missing: [], webhookUrl: '', webhookKey: null });
  });
});

describe('a drill (D47)', () => {
  it('is none where the server has made none', () => expect(readDrill({})).toBeNull());

  it('says of each channel whether it arrived; what is unknown is still waited for, never a success', () => {
    const results = ['arrived', 'missing', 'waiting', 'a new word', undefined].map((result) => ({
      channel: 'email',
      name: 'bar@pub.example',
      result,
      ...(result === 'missing' && { why: 'The mail server refused it.' }),
    }));
    const read = readDrill({ id: 'd', startedAt: '2026-03-01T12:00:00Z', endsAt: '', results });
    expect(read?.results.map(({ result }) => result)).toEqual([
      'arrived',
      'missing',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(read?.results[1]).toMatchObject({ why: 'The mail server refused it.' });
    expect(read?.results[0]).not.toHaveProperty('why');
    expect(read?.endsAt).toBe('');
  });
});

describe('a message of an order (D47)', () => {
  it('has its rung, its state and its receipt', () => {
    const sent = { rung: 'messages', channel: 'email', name: 'bar@pub.example', state: 'delivered' };
    const arrivedAt = '2026-03-01T12:01:30.000Z';
    expect(readAlert({ ...sent, at: '2026-03-01T12:01:15Z', arrivedAt })).toMatchObject({
      ...sent,
      arrivedAt,
    });
    expect(readAlert({ ...sent, arrivedAt: null })).not.toHaveProperty('arrivedAt');
  });

  it('in a state that is unknown counts as failed, not as delivered', () => {
    expect(readAlert({ rung: 'phones', state: 'a new word' })).toMatchObject({
      rung: 'phones',
      state: 'failed',
    });
    expect(readAlert({ state: 'delivered' }).rung).toBe('drill');
  });
});
