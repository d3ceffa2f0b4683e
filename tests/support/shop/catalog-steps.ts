import type { Category } from '#shared/api/catalogs.ts';
import { menu, type Trading } from '../../../server/testing/server.ts';
import { server } from './set-up.ts';

/** The seller of the current test, and the path of the seller's catalog. */
export let shop: Trading;
export let path: string;

export async function open(): Promise<void> {
  shop = await server.trading();
  path = `/sellers/catalogs/${shop.catalogId}`;
}

export const save = (name: string, categories: Category[] = menu, headers: Record<string, string> = {}) =>
  shop.send('PATCH', path, { name, categories }, headers);
export const tea = { items: [{ itemId: 'tea', quantity: 1 }] };
export const oatCoffee = {
  items: [{ itemId: 'coffee', quantity: 1, modifications: [{ modifierId: 'milk', option: 'Oat' }] }],
};
