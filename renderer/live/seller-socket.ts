import { openLiveSocket, type LiveSocketOptions } from './live-socket.ts';

export type SellerSocketOptions = LiveSocketOptions & {
  /** Called when what is unattended has changed, or may have while no event arrived. */
  onUnattended: () => void;
};

/** Listens for the seller's own events, on a screen that watches no outlet. */
export function openSellerSocket({ onUnattended, ...options }: SellerSocketOptions): { stop(): void } {
  const { socket, stop } = openLiveSocket(options);
  options.onConnection('connecting');
  socket.on('connect', () => {
    options.onConnection('connected');
    onUnattended();
  });
  socket.on('unattended-update', onUnattended);
  return { stop };
}
