import { io } from 'socket.io-client';

/** The simplest screen: a message from the socket becomes one `div`. */
const list = document.querySelector('#orders');
const socket = io({ transports: ['websocket'] });
socket.on('order-update', ({ order }: { order: { orderNumber: number; customerName: string } }) => {
  const card = document.createElement('div');
  card.dataset['orderNumber'] = String(order.orderNumber);
  card.textContent = `${order.orderNumber} ${order.customerName}`;
  list?.append(card);
});
socket.on('connect', () => document.body.setAttribute('data-ready', ''));
