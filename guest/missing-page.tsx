/** There is no such outlet, or its code is an old one. */
export function MissingPage() {
  return (
    <div class="page">
      <main class="nothing">
        <h1>This page is not here</h1>
        <p>The code that you scanned may be an old one. Please ask the staff, or order at the bar.</p>
      </main>
    </div>
  );
}

/** The outlet is there, but takes no orders on a page of its own. */
export function SwitchedOffPage() {
  return (
    <div class="page">
      <main class="nothing">
        <h1>No orders here</h1>
        <p>This outlet takes no orders here. Please order at the bar.</p>
      </main>
    </div>
  );
}
