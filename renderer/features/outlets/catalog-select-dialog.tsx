import { Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useAssignCatalogMutation, useCatalogsQuery } from '../../api/api-slice.ts';
import type { ListedCatalog } from '../../api/read-catalog.ts';
import { AntdTheme } from '../../ui/antd-theme.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useFocusReturn } from '../../ui/use-focus-return.ts';

/** Chooses an outlet's catalog; the placeholder is no choice. */
export function CatalogSelectDialog({ outlet, onClose }: { outlet: Outlet; onClose: () => void }) {
  const { data: catalogs, error, refetch } = useCatalogsQuery();
  const [assign, { isLoading }] = useAssignCatalogMutation();
  const [chosen, setChosen] = useState(outlet.catalogId);
  const [missing, setMissing] = useState(false);
  const toast = useToast();
  useFocusReturn();
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
        centered
        title="Select a catalog"
        okText="Save"
        cancelText="Cancel"
        confirmLoading={isLoading}
        onOk={() => void save()}
        onCancel={onClose}
        okButtonProps={{ disabled: !catalogs?.length }}
      >
        {failure && !catalogs && <ErrorView message={failure} onReload={() => void refetch()} />}
        {!failure && !catalogs && <Loader title="Loading catalogs" />}
        {catalogs?.length === 0 && (
          <EmptyState message="There are no catalogs yet.">
            <Link className={buttonClass('primary')} to="/catalogs">
              Go to Catalogs
            </Link>
          </EmptyState>
        )}
        {catalogs && catalogs.length > 0 && (
          <CatalogSelect
            catalogs={catalogs}
            chosen={chosen}
            missing={missing}
            onChoose={(id) => {
              setChosen(id);
              setMissing(false);
            }}
          />
        )}
      </Modal>
    </AntdTheme>
  );
}

type CatalogSelectProps = {
  catalogs: ListedCatalog[];
  chosen: string | null;
  missing: boolean;
  onChoose: (id: string) => void;
};

function CatalogSelect({ catalogs, chosen, missing, onChoose }: CatalogSelectProps) {
  return (
    <Form layout="vertical">
      <Form.Item
        label="Catalog"
        htmlFor="catalog"
        {...(missing && {
          validateStatus: 'error',
          help: <span role="alert">Please select a catalog or cancel</span>,
        })}
      >
        <Select
          id="catalog"
          placeholder="Please select"
          value={chosen}
          options={catalogs.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onChoose}
        />
      </Form.Item>
    </Form>
  );
}
