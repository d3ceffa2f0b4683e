/** The most that a catalog holds: categories, items of each, modifiers of an item, and options of each. */
export const catalogLimits = { categories: 100, items: 400, modifiers: 30, options: 60 };
