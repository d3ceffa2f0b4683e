import { Outlet, useLocation } from 'react-router';

/** A screen begins anew at each address: nothing that belongs to one outlet is shown, or saved, as another's. */
export function OfAddress() {
  const { pathname } = useLocation();
  return <Outlet key={pathname} />;
}
