/** The cuisines an outlet may say it offers (spec §3). */
export const cuisineServices = [
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
] as const;
