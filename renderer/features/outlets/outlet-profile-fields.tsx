import { vatRates } from '#shared/base/labelling.ts';
import { orderExpiry } from '#shared/base/order-expiry.ts';
import { outletServices } from '#shared/base/outlet-services.ts';
import { Check } from '../../ui/check.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError, FieldHint } from '../../ui/field-notes.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { NumberField } from './number-field.tsx';
import type { OutletProfile, ProfileErrors } from './outlet-profile.ts';
import { timeZoneOptions } from './time-zone-options.ts';
import styles from './outlet-profile-fields.module.css';

const labels = {
  url: 'Website',
  telephone: 'Telephone',
  email: 'E-mail',
  buildingNameOrNumber: 'Building name or number',
  street: 'Street',
  lineOne: 'Address line 1',
  lineTwo: 'Address line 2',
  city: 'City',
  county: 'County',
  country: 'Country',
  postcode: 'Postcode',
} as const;
const types: { [name in keyof typeof labels]?: string } = { url: 'url', telephone: 'tel', email: 'email' };
const position = [
  ['lat', 'Latitude', 90],
  ['lon', 'Longitude', 180],
] as const;

type ProfileFieldsProps = {
  profile: OutletProfile;
  errors: ProfileErrors;
  onChange: (part: Partial<OutletProfile>) => void;
};

/** The fields of an outlet's profile; those that the server does not know are left out. */
export function OutletProfileFields({ profile, errors, onChange }: ProfileFieldsProps) {
  const { orderExpiryMinutes, promisesReadyTime, timeZone } = profile;
  return (
    <>
      <Field
        label="Name"
        value={profile.name}
        error={errors.name}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <AddressFields {...{ profile, errors, onChange }} />
      <Choice
        id="profile-service-type"
        label="Service type"
        value={profile.serviceTypeSelected}
        options={[
          { value: 'table-number', label: 'Require a table number' },
          { value: 'order-number', label: 'Order number only' },
        ]}
        onChange={(serviceTypeSelected) => onChange({ serviceTypeSelected })}
      />
      {orderExpiryMinutes !== undefined && (
        <NumberField
          id="profile-expiry"
          label="Minutes until an unanswered order expires"
          hint="Guests wait on their screen until somebody answers. Three is usual; left empty, it is ten unless your server says otherwise."
          value={orderExpiryMinutes}
          error={errors.orderExpiryMinutes}
          min={orderExpiry.fewest}
          max={orderExpiry.most}
          whole
          onChange={(minutes) => onChange({ orderExpiryMinutes: minutes })}
        />
      )}
      <ReadyTimesField promised={promisesReadyTime} onChange={onChange} />
      {timeZone !== undefined && (
        <SelectField
          id="profile-time-zone"
          label="Time zone"
          hint="Sessions, reports, hours and files are told by its clocks."
          value={timeZone}
          error={errors.timeZone}
          options={timeZoneOptions(timeZone)}
          onChange={(zone) => onChange({ timeZone: zone })}
        />
      )}
      <VatFields {...{ profile, errors, onChange }} />
      <ServiceFields {...{ profile, errors, onChange }} />
    </>
  );
}

type ReadyTimesFieldProps = { promised: boolean | undefined } & Pick<ProfileFieldsProps, 'onChange'>;

function ReadyTimesField({ promised, onChange }: ReadyTimesFieldProps) {
  if (promised === undefined) return null;
  return (
    <Check tall>
      <input
        id="profile-ready-times"
        type="checkbox"
        checked={promised}
        onChange={({ target }) => onChange({ promisesReadyTime: target.checked })}
      />
      Promise a ready time. Accepting an order tells its guest when it will be ready, estimated from your last
      orders and what is on the board; it is 20 minutes until you have made some. Guests hear of a delay
      before the minute has passed.
    </Check>
  );
}

function VatFields({ profile, errors, onChange }: ProfileFieldsProps) {
  const { vatNumber, vatRate, pricesIncludeVat } = profile;
  if (vatNumber === undefined) return null;
  return (
    <div className={styles.lines}>
      <Field
        id="profile-vat"
        label="VAT number"
        hint="Left empty if you are not registered."
        value={vatNumber}
        error={errors.vatNumber}
        autoComplete="off"
        onChange={({ target }) => onChange({ vatNumber: target.value })}
      />
      <div>
        <Choice
          label="VAT rate"
          value={vatRate ?? 'none'}
          options={[
            { value: 'none', label: 'None' },
            ...vatRates.map((rate) => ({ value: rate, label: `${rate}%` })),
          ]}
          onChange={(rate) => onChange({ vatRate: rate === 'none' ? null : rate })}
        />
        <FieldHint>Of items that have none of their own.</FieldHint>
      </div>
      <Check tall>
        <input
          type="checkbox"
          checked={pricesIncludeVat !== false}
          onChange={({ target }) => onChange({ pricesIncludeVat: target.checked })}
        />
        The menu’s prices include VAT. Otherwise guests see and pay them with VAT added.
      </Check>
    </div>
  );
}

function AddressFields({ profile, errors, onChange }: ProfileFieldsProps) {
  return (
    <div className={styles.lines}>
      {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
        <Field
          key={name}
          label={labels[name]}
          type={types[name] ?? 'text'}
          value={profile[name]}
          error={errors[name]}
          autoComplete="off"
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
      {position.map(([name, label, most]) => (
        <NumberField
          key={name}
          label={label}
          value={profile[name]}
          error={errors[name]}
          min={-most}
          max={most}
          onChange={(degrees) => onChange({ [name]: degrees })}
        />
      ))}
    </div>
  );
}

function ServiceFields({ profile: { services }, errors, onChange }: ProfileFieldsProps) {
  return (
    <fieldset className={styles.services}>
      <legend>Services</legend>
      {outletServices.map(({ slug, name }) => (
        <Check key={slug}>
          <input
            type="checkbox"
            checked={services.includes(slug)}
            onChange={({ target }) =>
              onChange({
                services: target.checked ? [...services, slug] : services.filter((other) => other !== slug),
              })
            }
          />
          {name}
        </Check>
      ))}
      <FieldHint>Please select at least one of the relevant services that you provide.</FieldHint>
      {errors.services && <FieldError>{errors.services}</FieldError>}
    </fieldset>
  );
}
