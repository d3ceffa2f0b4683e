import { brand } from '#shared/base/brand.ts';
import type { AlertMessage } from './sender.ts';

/** A message in words: a heading, and a sentence or two. They name no customer. */
export function alertWords({ order, outletName, sentAt }: AlertMessage): { heading: string; text: string } {
  if (!order)
    return {
      heading: `Test: ${outletName}`,
      text: `This is a test of ${brand.name} for ${outletName}. No order is waiting.`,
    };
  const where = order.table === null ? '' : `, table ${order.table},`;
  const waited = seconds(sentAt.getTime() - order.since.getTime());
  const left = order.expiresAt && order.expiresAt.getTime() - sentAt.getTime();
  return {
    heading: `Order ${order.number} at ${outletName}: nobody has seen it`,
    text: `Order ${order.number}${where} at ${outletName} has waited ${waited} and nobody has seen it.${
      left !== null && left > 0 ? ` It expires in ${seconds(left)}.` : ''
    }`,
  };
}

function seconds(ms: number): string {
  const whole = Math.max(0, Math.round(ms / 1000));
  return whole < 120 ? `${whole} seconds` : `${Math.round(whole / 60)} minutes`;
}
