/** Where a company is and how it is reached, before anybody has said so. */
export const noAddress = {
  companyWebsite: '',
  companyPhoneNumber: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  county: '',
  country: '',
  postcode: '',
};
