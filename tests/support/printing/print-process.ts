/** The till's printing in its own process, for tests that kill it: `print-process.ts FOLDER PORT ORDERS`. */
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { askingStates } from '#shared/print/jobs.ts';
import { openPrintShop, samplePrinter } from './print-shop.ts';
import { sampleOrder } from '../samples/sample-order.ts';

const [folder = '', port = '', orders = ''] = process.argv.slice(2);
const shop = await openPrintShop(folder, { printers: [samplePrinter(Number(port))] });
for (let orderNumber = 1; orderNumber <= Number(orders); orderNumber += 1)
  shop.queue.due({
    subject: `order-${orderNumber}`,
    label: `Order ${orderNumber}`,
    document: kitchenTicket(sampleOrder({ orderNumber })),
    moment: 'arrival',
    at: new Date().toISOString(),
    ageMs: 0,
  });
const settled = () => shop.ledger.all().every(({ state }) => state === 'printed' || askingStates.has(state));
const timer = setInterval(() => {
  if (!settled()) return;
  clearInterval(timer);
  shop.queue.stop();
  void shop.ledger.saved();
}, 20);
