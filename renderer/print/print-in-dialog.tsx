import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { PrintDocument } from '#shared/print/document.ts';
import { Paper } from './paper.tsx';
import './print-in-dialog.css';

/** Opens the browser's print dialog with a document instead of the current page. */
export function printInDialog(document: PrintDocument): void {
  const sheet = globalThis.document.createElement('div');
  sheet.dataset['printSheet'] = '';
  globalThis.document.body.append(sheet);
  const root = createRoot(sheet);
  flushSync(() => root.render(<Paper document={document} width={80} />));
  // Some browsers return from `print` before their dialog has read the page.
  addEventListener(
    'afterprint',
    () => {
      root.unmount();
      sheet.remove();
    },
    { once: true },
  );
  print();
}
