import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER = 12;
const TYPE_A = 1;
const ANSWERED = 0x8180;

/**
 * A name server on loopback that answers for every name alike.
 * @param address the IPv4 address of every name; null if it answers nothing at all
 */
export async function nameServer(address: string | null) {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, from) => {
    asked += 1;
    if (address !== null) socket.send(answerTo(query, address), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    close: () => socket.close(),
  };
}

/** By RFC 1035, 4.1: the question again, and a record that points to its name; none for other kinds of records. */
function answerTo(query: Buffer, address: string): Buffer {
  const question = query.subarray(HEADER, query.indexOf(0, HEADER) + 5);
  const has = question.readUInt16BE(question.length - 4) === TYPE_A;
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWERED, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(has ? 1 : 0, 6);
  const record = Buffer.from([
    0xc0,
    HEADER,
    0,
    TYPE_A,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    4,
    ...address.split('.').map(Number),
  ]);
  return Buffer.concat([header, question, ...(has ? [record] : [])]);
}
