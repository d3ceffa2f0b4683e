import type { Pool } from 'undici';

const LINES = 4;

/** A guest of Vendure's shop API: reads the catalogue, orders four dishes, and pays with its dummy payment. */
export async function visitVendure(pool: Pool): Promise<void> {
  let token: string | null = null;
  async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
    const { body, headers } = await pool.request({
      method: 'POST',
      path: '/shop-api',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    const given = headers['vendure-auth-token'];
    if (typeof given === 'string') token = given;
    const { data, errors } = (await body.json()) as { data: Data; errors?: unknown };
    if (errors) throw new Error(`Vendure: ${JSON.stringify(errors)}`);
    return data;
  }
  /** Changes the order; any reply that is no order is a refusal. */
  async function change(mutation: string, variables: object = {}, declared = ''): Promise<void> {
    const data = await ask<Record<string, { kind: string }>>(
      `mutation${declared} { done: ${mutation} { kind: __typename ... on ErrorResult { message } } }`,
      variables,
    );
    if (data['done']?.kind !== 'Order') throw new Error(`Vendure: ${JSON.stringify(data)}`);
  }

  const menu = await ask<{ products: { items: { variants: { id: string }[] }[] } }>(
    '{ products(options: { take: 50 }) { items { id name description variants { id name priceWithTax } } } }',
  );
  const dishes = menu.products.items.flatMap(({ variants }) => variants).slice(0, LINES);
  const added = await ask<{ addItemsToOrder: { errorResults: unknown[] } }>(
    'mutation ($inputs: [AddItemInput!]!) { addItemsToOrder(inputs: $inputs) { order { id } errorResults { __typename } } }',
    { inputs: dishes.map(({ id }) => ({ productVariantId: id, quantity: 1 })) },
  );
  if (added.addItemsToOrder.errorResults.length > 0) throw new Error(`Vendure: ${JSON.stringify(added)}`);
  await change(
    'setCustomerForOrder(input: $input)',
    { input: { firstName: 'Priya', lastName: 'Raman', emailAddress: 'priya@servery.test' } },
    '($input: CreateCustomerInput!)',
  );
  await change(
    'setOrderShippingAddress(input: $input)',
    { input: { streetLine1: '1 Bankside Walk', city: 'London', postalCode: 'SE1 9DX', countryCode: 'GB' } },
    '($input: CreateAddressInput!)',
  );
  const { eligibleShippingMethods } = await ask<{ eligibleShippingMethods: { id: string }[] }>(
    '{ eligibleShippingMethods { id } }',
  );
  await change(
    'setOrderShippingMethod(shippingMethodId: $id)',
    { id: eligibleShippingMethods.map(({ id }) => id).slice(0, 1) },
    '($id: [ID!]!)',
  );
  await change('transitionOrderToState(state: "ArrangingPayment")');
  await change('addPaymentToOrder(input: { method: "card", metadata: {} })');
}
