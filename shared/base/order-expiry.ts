/** How many minutes an order may wait for an answer; guests wait on their screen meanwhile. */
export const orderExpiry = { fewest: 3, most: 20 } as const;
