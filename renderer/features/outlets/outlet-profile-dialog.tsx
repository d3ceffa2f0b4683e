import { Form, Modal } from 'antd';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useAddOutletMutation, useEditOutletMutation } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { AntdTheme } from '../../ui/antd-theme.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { OutletProfileFields } from './outlet-profile-fields.tsx';
import { bodyOf, emptyProfile, profileOf, type OutletProfile } from './outlet-profile.ts';

/** Adds an outlet, which then waits for review, or edits the given one. */
export function OutletProfileDialog({ outlet, onClose }: { outlet?: Outlet; onClose: () => void }) {
  const [form] = Form.useForm<OutletProfile>();
  const [add, adding] = useAddOutletMutation();
  const [edit, editing] = useEditOutletMutation();
  const toast = useToast();
  useFocusReturn();

  async function save(profile: OutletProfile) {
    const body = bodyOf(profile, outlet?.services ?? []);
    const { data, error } = outlet ? await edit({ outletId: outlet.id, body }) : await add(body);
    if (data) {
      toast('success', outlet ? `${data.name} was saved.` : `${data.name} was added and waits for review.`);
      return onClose();
    }
    // The typed values stay in the form, with the server's messages beside them.
    const [first, ...others] = Object.entries((error as Failure).fields).map(([path, message]) => ({
      name: path.split('.')[0] as keyof OutletProfile,
      errors: [message],
    }));
    if (first) {
      form.setFields([first, ...others]);
      form.getFieldInstance(first.name)?.focus?.();
    }
    return toast('error', failureMessage(error) ?? '');
  }

  return (
    <AntdTheme>
      <Modal
        open
        centered
        width={720}
        title="Outlet profile"
        okText="Save"
        cancelText="Cancel"
        confirmLoading={adding.isLoading || editing.isLoading}
        mask={{ closable: false }}
        onOk={() => form.submit()}
        onCancel={onClose}
      >
        <Form<OutletProfile>
          form={form}
          layout="vertical"
          scrollToFirstError={{ focus: true }}
          initialValues={outlet ? profileOf(outlet) : emptyProfile}
          onFinish={(profile) => void save(profile)}
        >
          <OutletProfileFields
            hasExpiry={outlet?.orderExpiryMinutes !== undefined}
            hasTimeZone={outlet?.timeZone !== undefined}
            hasVat={outlet?.vatNumber !== undefined}
          />
        </Form>
      </Modal>
    </AntdTheme>
  );
}
