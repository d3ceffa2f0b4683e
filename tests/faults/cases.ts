import { claims } from './claims/names.ts';
import { withStaff } from './play.ts';
import { moment } from './until.ts';
import type { World } from './world/world.ts';

/** A hard case by itself: all claims must hold, and at least these must have been tried. */
export type Case = { name: string; tries: string[]; act(world: World): Promise<void> };

const pass = (ms: number) => moment(Date.now() + ms);

export const cases: Case[] = [
  {
    name: 'nobody can be reached for 50 s, and 20 orders come meanwhile',
    tries: [claims.acknowledged, claims.rung, claims.equal],
    async act({ screens, customers }) {
      const span = { from: Date.now(), to: Infinity };
      for (const { broken, line } of screens) {
        broken.push(span);
        line.be('cut');
      }
      for (let order = 0; order < 20; order += 1) await Promise.all([customers.order(), pass(2_500)]);
      for (const { line } of screens) line.be('well');
      span.to = Date.now();
      await pass(10_000);
    },
  },
  {
    name: '200 orders in 20 s',
    tries: [claims.acknowledged, claims.gapless, claims.rung, claims.equal],
    async act({ customers }) {
      const asked = Array.from({ length: 200 }, (_, n) => pass(n * 100).then(customers.order));
      await Promise.all(asked);
      await pass(10_000);
    },
  },
  {
    name: 'kill -9 ten times while orders come',
    tries: [claims.acknowledged, claims.gapless, claims.legal, claims.equal],
    async act({ platform, screens, customers }) {
      const span = { from: Date.now(), to: Infinity };
      for (const { broken } of screens) broken.push(span);
      const asked: Promise<unknown>[] = [];
      for (let kill = 0; kill < 10; kill += 1) {
        for (let order = 0; order < 6; order += 1) asked.push(pass(order * 150).then(customers.order));
        await pass(700);
        await platform.kill(0);
        await platform.restart(0);
      }
      await Promise.all(asked);
      span.to = Date.now();
    },
  },
  {
    name: 'two people accept each of 12 orders at once',
    tries: [claims.legal, claims.presses, claims.tickets],
    async act(world) {
      await withStaff(
        world,
        () => 0.2,
        async () => {
          for (let order = 0; order < 12; order += 1) await Promise.all([world.customers.order(), pass(700)]);
          await pass(3_000);
        },
      );
    },
  },
];
