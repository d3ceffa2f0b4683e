import type { Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#shared/api/live.ts';

/** The account and sign-in that a socket belongs to. */
export type SocketCaller = {
  id: string;
  family: string;
  verified: boolean;
  /** Unix time in seconds. */ expiresAt: number;
};

/** The questions between servers. */
export type BetweenServers = { socketsOf(sellerId: string, answer: (count: number) => void): void };
type SocketData = { caller: SocketCaller };
export type OutletSocket = Socket<ClientToServer, ServerToClient, BetweenServers, SocketData>;
export type LiveServer = Server<ClientToServer, ServerToClient, BetweenServers, SocketData>;

const OUTLET_ROOM = 'outlet:';
export const outletRoom = (outletId: string) => `${OUTLET_ROOM}${outletId}`;
export const sellerRoom = (sellerId: string) => `seller:${sellerId}`;
export const familyRoom = (family: string) => `family:${family}`;

/** The outlets that a socket watches. */
export function outletsOf({ rooms }: OutletSocket): string[] {
  return [...rooms]
    .filter((room) => room.startsWith(OUTLET_ROOM))
    .map((room) => room.slice(OUTLET_ROOM.length));
}
