import { Form, Modal, Select } from 'antd';
import { useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useAssignCatalogMutation, useCatalogsQuery } from '../../api/api-slice.ts';
import { AntdTheme } from '../../ui/antd-theme.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** Chooses what an outlet sells from; the placeholder is no choice (spec §5). */
export function CatalogSelectDialog({ outlet, onClose }: { outlet: Outlet; onClose: () => void }) {
  const { data: catalogs, error, refetch } = useCatalogsQuery();
  const [assign, { isLoading }] = useAssignCatalogMutation();
  const [chosen, setChosen] = useState(outlet.catalogId);
  const [missing, setMissing] = useState(false);
  const toast = useToast();
  const failure = failureMessage(error);

  async function save() {
    if (chosen === null) return setMissing(true);
    const result = await assign({ outletId: outlet.id, catalogId: chosen });
    const failed = failureMessage(result.error);
    return failed === null ? onClose() : toast('error', failed);
  }

  return (
    <AntdTheme>
      <Modal
        open
        title="Select a catalog"
        okText="Save"
        confirmLoading={isLoading}
        onOk={() => void save()}
        onCancel={onClose}
        okButtonProps={{ disabled: !catalogs }}
      >
        {failure && !catalogs && <ErrorView message={failure} onReload={() => void refetch()} />}
        {!failure && !catalogs && <Loader title="Loading catalogs" />}
        {catalogs && (
          <Form layout="vertical">
            <Form.Item
              label="Catalog"
              htmlFor="catalog"
              {...(missing && { validateStatus: 'error', help: 'Please select a catalog or cancel' })}
            >
              <Select
                id="catalog"
                placeholder="Please select"
                value={chosen}
                options={catalogs.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id: string) => {
                  setChosen(id);
                  setMissing(false);
                }}
              />
            </Form.Item>
          </Form>
        )}
      </Modal>
    </AntdTheme>
  );
}
