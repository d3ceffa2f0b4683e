import { Checkbox, Form, Input, InputNumber, Radio, Select, type FormRule } from 'antd';
import { vatRates } from '#shared/base/labelling.ts';
import { orderExpiry } from '#shared/base/order-expiry.ts';
import { outletServices } from '#shared/base/outlet-services.ts';
import { isPostcode, isTelephone } from './profile-rules.ts';
import styles from './outlet-profile-fields.module.css';

const holds = (right: (typed: string) => boolean, message: string): FormRule => ({
  validator: async (_rule, typed: string | undefined) => {
    if (!right(typed ?? '')) throw new Error(message);
  },
});

const telephone = holds(isTelephone, 'Please give a telephone number, such as 020 7946 0123.');
const postcode: FormRule = ({ getFieldValue }) =>
  holds(
    (typed) => isPostcode(typed, (getFieldValue('country') as string | undefined) ?? ''),
    'Please give a postcode, such as SE1 9DX.',
  ) as { validator: () => Promise<void> };

const lines: { name: string; label: string; type?: string; rule?: FormRule; after?: string[] }[] = [
  { name: 'url', label: 'Website', type: 'url' },
  { name: 'telephone', label: 'Telephone', type: 'tel', rule: telephone },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'buildingNameOrNumber', label: 'Building name or number' },
  { name: 'street', label: 'Street' },
  { name: 'lineOne', label: 'Address line 1' },
  { name: 'lineTwo', label: 'Address line 2' },
  { name: 'city', label: 'City' },
  { name: 'county', label: 'County' },
  { name: 'country', label: 'Country' },
  { name: 'postcode', label: 'Postcode', rule: postcode, after: ['country'] },
];

const timeZones = Intl.supportedValuesOf('timeZone').map((name) => ({ value: name, label: name }));

type OutletProfileFieldsProps = { hasExpiry: boolean; hasTimeZone: boolean; hasVat: boolean };

/**
 * The fields of an outlet's profile, inside its form.
 * @param hasExpiry whether the server lets an outlet choose how long its orders wait
 * @param hasTimeZone whether the server lets it choose its time zone
 * @param hasVat whether the server knows an outlet's VAT
 */
export function OutletProfileFields({ hasExpiry, hasTimeZone, hasVat }: OutletProfileFieldsProps) {
  return (
    <>
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Please fill this in.' }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <AddressFields />
      <Form.Item name="serviceTypeSelected" label="Service type">
        <Radio.Group
          className={styles.services ?? ''}
          options={[
            { value: 'table-number', label: 'Require a table number' },
            { value: 'order-number', label: 'Order number only' },
          ]}
        />
      </Form.Item>
      {hasExpiry && (
        <Form.Item
          name="orderExpiryMinutes"
          label="Minutes until an unanswered order expires"
          extra="Guests wait on their screen until somebody answers. Three is usual; left empty, it is ten unless your server says otherwise."
        >
          <InputNumber min={orderExpiry.fewest} max={orderExpiry.most} precision={0} />
        </Form.Item>
      )}
      {hasTimeZone && (
        <Form.Item
          name="timeZone"
          label="Time zone"
          extra="Sessions, reports, hours and files are told by its clocks."
        >
          <Select showSearch options={timeZones} />
        </Form.Item>
      )}
      {hasVat && <VatFields />}
      <Form.Item
        name="services"
        label="Services"
        extra="Please select at least one of the relevant services that you provide."
      >
        <Checkbox.Group
          className={styles.services ?? ''}
          options={outletServices.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
      </Form.Item>
    </>
  );
}

function VatFields() {
  return (
    <div className={styles.lines}>
      <Form.Item name="vatNumber" label="VAT number" extra="Left empty if you are not registered.">
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="vatRate" label="VAT rate" extra="Of items that have none of their own.">
        <Radio.Group
          options={[
            { value: null, label: 'None' },
            ...vatRates.map((rate) => ({ value: rate, label: `${rate}%` })),
          ]}
        />
      </Form.Item>
      <Form.Item name="pricesIncludeVat" valuePropName="checked">
        <Checkbox>The menu’s prices include VAT. Otherwise guests see and pay them with VAT added.</Checkbox>
      </Form.Item>
    </div>
  );
}

function AddressFields() {
  return (
    <div className={styles.lines}>
      {lines.map(({ name, label, type = 'text', rule, after = [] }) => (
        <Form.Item key={name} name={name} label={label} rules={rule ? [rule] : []} dependencies={after}>
          <Input type={type} autoComplete="off" />
        </Form.Item>
      ))}
      <Form.Item name="lat" label="Latitude">
        <InputNumber min={-90} max={90} />
      </Form.Item>
      <Form.Item name="lon" label="Longitude">
        <InputNumber min={-180} max={180} />
      </Form.Item>
    </div>
  );
}
