/** A claimed message, with what its sender needs. */
export type ClaimedAlert = {
  id: string;
  target: string;
  outlet_id: string;
  outlet_name: string;
  seller_id: string;
  /** Null for a drill. */
  order_id: string | null;
  order_number: number;
  table_number: string | null;
  since: Date;
  expires_at: Date | null;
  webhook_url: string | null;
  webhook_salt: string | null;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
  /** Its phone, or its webhook's address, has said that it is gone. */
  was_gone: boolean;
};
