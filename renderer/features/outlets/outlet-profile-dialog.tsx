import { Checkbox, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import type { BodyInput } from '#shared/api/contract.ts';
import { cuisineServices } from '#shared/cuisine-services.ts';
import { failureMessage, useAddOutletMutation } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { AntdTheme } from '../../ui/antd-theme.tsx';
import { useToast } from '../../ui/toasts.tsx';

type Values = Omit<BodyInput<'POST /sellers/outlets'>, 'services'> & { services?: string[] };

const lines = [
  ['url', 'Website'],
  ['telephone', 'Telephone'],
  ['email', 'E-mail'],
  ['lineOne', 'Address line 1'],
  ['lineTwo', 'Address line 2'],
  ['city', 'City'],
  ['county', 'County'],
  ['country', 'Country'],
  ['postcode', 'Postcode'],
] as const;

/** Adds an outlet, which then waits for review. */
export function OutletProfileDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [add, { isLoading }] = useAddOutletMutation();
  const [failed, setFailed] = useState<Record<string, string>>({});
  const toast = useToast();

  async function save({ services = [], ...profile }: Values) {
    const chosen = cuisineServices.filter(({ slug }) => services.includes(slug));
    const result = await add({ ...profile, services: chosen.map(({ name, slug }) => ({ name, slug })) });
    if (!result.error) {
      toast('success', `${profile.name} was added and waits for review.`);
      return onClose();
    }
    setFailed((result.error as Failure).fields);
    return toast('error', failureMessage(result.error) ?? '');
  }

  return (
    <AntdTheme>
      <Modal
        open
        title="Outlet profile"
        okText="Save"
        cancelText="Cancel"
        confirmLoading={isLoading}
        onOk={() => form.submit()}
        onCancel={onClose}
      >
        <Form<Values>
          form={form}
          layout="vertical"
          requiredMark="optional"
          initialValues={{ serviceTypeSelected: 'table-number' }}
          onFinish={(values) => void save(values)}
        >
          <Form.Item
            name="name"
            label="Name"
            rules={[{ required: true, whitespace: true, message: 'Please fill this in.' }]}
            {...errorOf(failed, 'name')}
          >
            <Input />
          </Form.Item>
          {lines.map(([name, label]) => (
            <Form.Item key={name} name={name} label={label} {...errorOf(failed, name)}>
              <Input />
            </Form.Item>
          ))}
          <Form.Item name="serviceTypeSelected" label="Service type">
            <Select
              options={[
                { value: 'table-number', label: 'Require a table number' },
                { value: 'order-number', label: 'Order number only' },
              ]}
            />
          </Form.Item>
          <Form.Item
            name="services"
            label="Services"
            extra="Please select at least one of the relevant services that you provide."
          >
            <Checkbox.Group
              options={cuisineServices.map(({ slug, name }) => ({ value: slug, label: name }))}
            />
          </Form.Item>
        </Form>
      </Modal>
    </AntdTheme>
  );
}

function errorOf(failed: Record<string, string>, name: string) {
  return failed[name] ? ({ validateStatus: 'error', help: failed[name] } as const) : {};
}
