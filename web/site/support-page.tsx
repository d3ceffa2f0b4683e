import { brand } from '#shared/base/brand.ts';

/** `/support`: how to reach support. */
export function SupportPage() {
  const { support, orders } = brand.emails;
  return (
    <>
      <section className="hero">
        <h1>Support</h1>
        <p className="lead">Write to us, and a person answers.</p>
      </section>
      <section className="site-section">
        <div className="examples">
          <article className="feature">
            <h2>Technical support</h2>
            <p>The till, the printer, signing in. We aim to reply within 24 hours.</p>
            <a href={`mailto:${support}`}>{support}</a>
          </article>
          <article className="feature">
            <h2>Orders</h2>
            <p>A customer’s order, a refund or a payment. Give us the outlet and the order number.</p>
            <a href={`mailto:${orders}`}>{orders}</a>
          </article>
        </div>
        <h2>In the middle of service</h2>
        <ul className="plain-list">
          <li>
            <strong>The till has lost its connection.</strong> It goes on trying by itself. Orders wait on the
            server, and any other till or browser signed in to the outlet still rings.
          </li>
          <li>
            <strong>The till will not start.</strong> Sign in with a browser on any computer or phone: the
            same board, the same orders.
          </li>
          <li>
            <strong>An order was a mistake.</strong> Cancel it before it is closed and nobody pays anything;
            refund it after.
          </li>
        </ul>
      </section>
    </>
  );
}
