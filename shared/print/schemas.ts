import { z } from 'zod';
import { MAX_COPIES } from '../api/most-copies.ts';
import { MOST_OUTLETS } from '../api/live.ts';
import { MAX_PENCE } from '../base/money.ts';
import { isTimeZone } from '../base/time-zones.ts';
import { vendorId } from '../base/vendor-id.ts';
import { documentKinds, MAX_BLOCKS, MAX_TEXT, type PrintDocument } from './document.ts';
import {
  jobAnswers,
  jobStates,
  type DuePrint,
  type PrinterState,
  type PrintJob,
  type PrintRequest,
} from './jobs.ts';
import type { PrintSettings, PrintSettingsChange } from './print-settings.ts';
import {
  codePages,
  dialects,
  MAX_EARLIER_SCOPES,
  MAX_PRINTERS,
  orderedKinds,
  paperWidths,
  printMoments,
} from './printer.ts';

/** Far above any order's: one of a hundred lines of ninety-nine. */
const MAX_AMOUNT = MAX_PENCE * 10_000;

const time = z.iso.datetime();
const text = z.string().max(MAX_TEXT);
const kind = z.enum(documentKinds);
const codePage = z.enum(codePages);
const stationIds = z
  .array(vendorId)
  .min(1)
  .max(MOST_OUTLETS * 12);

const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('title'), text }),
  z.strictObject({ kind: z.literal('headline'), left: text, right: text }),
  z.strictObject({
    kind: z.literal('text'),
    text,
    centred: z.boolean().exactOptional(),
    strong: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('note'), text }),
  z.strictObject({ kind: z.literal('mark'), text }),
  z.strictObject({
    kind: z.literal('item'),
    quantity: z.int().min(1),
    name: text,
    modifications: z.array(text).max(100),
    asked: z.literal(true).exactOptional(),
    contains: text.exactOptional(),
    amount: z.int().min(0).max(MAX_AMOUNT).brand<'Pence'>().nullable(),
  }),
  z.strictObject({
    kind: z.literal('amount'),
    label: text,
    pence: z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT),
    strong: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('rule') }),
  z.strictObject({ kind: z.literal('sample'), codePage, text }),
]);

export const printDocument = z.strictObject({
  kind,
  blocks: z.array(block).max(MAX_BLOCKS),
  zone: z.string().max(60).refine(isTimeZone).optional(),
}) satisfies z.ZodType<PrintDocument>;

const request = {
  subject: vendorId,
  label: z.string().max(200),
  document: printDocument,
  outletId: vendorId.exactOptional(),
  printerId: vendorId.exactOptional(),
  stationIds: stationIds.exactOptional(),
};
export const printRequest = z.strictObject(request) satisfies z.ZodType<PrintRequest>;
export const duePrint = z.strictObject({
  ...request,
  moment: z.enum(printMoments),
  at: time,
  ageMs: z.number().min(0),
  handedFrom: vendorId.exactOptional(),
  handsOver: z.literal(true).exactOptional(),
  madeAt: stationIds.exactOptional(),
  waited: z.literal(true).exactOptional(),
}) satisfies z.ZodType<DuePrint>;

export const printJob = z.object({
  id: z.string(),
  subject: z.string(),
  label: z.string(),
  kind,
  printerId: z.string(),
  copy: z.int().min(1),
  state: z.enum(jobStates),
  problem: z.string().nullable(),
  begun: z.int().min(0),
  printedBy: z.string().nullable().default(null),
  at: time,
  handedFrom: z.string().exactOptional(),
  ended: z.literal(true).exactOptional(),
}) satisfies z.ZodType<PrintJob>;
export const printerState = z.object({
  printerId: z.string(),
  problem: z.string().nullable(),
  unknown: z.literal(true).exactOptional(),
}) satisfies z.ZodType<PrinterState>;
export const jobAnswer = z.enum(jobAnswers);

const printed = z.strictObject({ when: z.enum(printMoments), copies: z.int().min(1).max(MAX_COPIES) });
const scope = {
  outletIds: z.array(vendorId).min(1).max(MOST_OUTLETS).exactOptional(),
  stationIds: stationIds.exactOptional(),
};
export const printer = z.strictObject({
  id: vendorId,
  name: z.string().trim().min(1).max(60),
  target: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('network'),
      host: z.string().min(1).max(253),
      port: z.int().min(1024).max(65_535),
    }),
    z.strictObject({ kind: z.literal('system'), name: z.string().min(1).max(200) }),
    z.strictObject({ kind: z.literal('file'), path: z.string().min(1).max(100) }),
  ]),
  width: z.literal(paperWidths),
  dialect: z.enum(dialects),
  codePage,
  documents: z.strictObject({ ticket: printed, receipt: printed, report: printed }),
  cut: z.boolean(),
  drawer: z.boolean(),
  answers: z.boolean(),
  ...scope,
  since: time,
  earlier: z
    .array(z.strictObject({ ...scope, until: time }))
    .max(MAX_EARLIER_SCOPES)
    .exactOptional(),
  later: z
    .array(z.strictObject({ kind: z.enum(orderedKinds), above: z.int().min(0).max(MAX_COPIES), since: time }))
    .max(orderedKinds.length * (MAX_COPIES + 1))
    .exactOptional(),
});

export const receipt = z.strictObject({
  vatNumber: z.string().max(40),
  vatBasisPoints: z.int().min(0).max(10_000).nullable(),
  footer: z.string().max(300),
});

export const printSettings = z.strictObject({
  printers: z.array(printer).max(MAX_PRINTERS),
  receipt,
}) satisfies z.ZodType<PrintSettings>;
export const printSettingsChange = z.strictObject({
  printers: z.array(printer).max(MAX_PRINTERS).exactOptional(),
  removed: z.array(vendorId).max(MAX_PRINTERS).exactOptional(),
  receipt: receipt.exactOptional(),
}) satisfies z.ZodType<PrintSettingsChange>;
