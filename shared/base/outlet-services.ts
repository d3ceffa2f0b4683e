/** The services that an outlet can offer: cuisines and ways of serving. */
export const outletServices = [
  { slug: 'pizza', name: 'Pizza' },
  { slug: 'italian', name: 'Italian' },
  { slug: 'american', name: 'American' },
  { slug: 'vegetarian', name: 'Vegetarian' },
  { slug: 'burgers', name: 'Burgers' },
  { slug: 'chinese', name: 'Chinese' },
  { slug: 'thai', name: 'Thai' },
  { slug: 'asian', name: 'Asian' },
  { slug: 'indian', name: 'Indian' },
  { slug: 'healthy', name: 'Healthy' },
  { slug: 'breakfast', name: 'Breakfast' },
  { slug: 'table-service', name: 'Table service' },
  { slug: 'collection', name: 'Collection' },
] as const;
