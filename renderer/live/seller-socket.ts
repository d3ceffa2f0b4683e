import { openLiveSocket, type LiveSocketOptions } from './live-socket.ts';

export type SellerSocketOptions = LiveSocketOptions & {
  /** Called when what is unattended has changed, or may have while no event arrived. */
  onUnattended: () => void;
  /** Called when outlets stopped taking orders or take them again, or may have while no event arrived. */
  onOrdering: () => void;
  /** Called when what the card provider booked was read, or may have been while no event arrived. */
  onBooks: () => void;
};

/** Listens for the seller's own events, on a screen that watches no outlet. */
export function openSellerSocket({ onUnattended, onOrdering, onBooks, ...options }: SellerSocketOptions): {
  stop(): void;
} {
  const { socket, stop } = openLiveSocket(options);
  options.onConnection('connecting');
  socket.on('connect', () => {
    options.onConnection('connected');
    onUnattended();
    onOrdering();
    onBooks();
  });
  socket.on('unattended-update', onUnattended);
  socket.on('ordering-update', onOrdering);
  socket.on('books-update', onBooks);
  return { stop };
}
