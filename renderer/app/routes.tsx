import { lazy, type ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { AccountReviewGuard, AdminGuard, Guard, SignedOutOnly } from './guards.tsx';
import { Root } from './root.tsx';

/** A screen whose code is loaded when it is first opened, or before (preload.ts). */
const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const HomeScreen = screen(async () => (await import('../features/home/home-screen.tsx')).HomeScreen);
const SignUpScreen = screen(
  async () => (await import('../features/session/sign-up-screen.tsx')).SignUpScreen,
);
const SettingsScreen = screen(async () => (await import('./settings-screen.tsx')).SettingsScreen);
const AccountReviewScreen = screen(
  async () => (await import('../features/session/account-review-screen.tsx')).AccountReviewScreen,
);
const SignedInLayout = screen(async () => (await import('./signed-in-layout.tsx')).SignedInLayout);
const OutletsScreen = screen(
  async () => (await import('../features/outlets/outlets-screen.tsx')).OutletsScreen,
);
const ManageScreen = screen(async () => (await import('../features/outlets/manage-screen.tsx')).ManageScreen);
const OutletImageScreen = screen(
  async () => (await import('../features/outlets/outlet-image-screen.tsx')).OutletImageScreen,
);
const SessionsScreen = screen(
  async () => (await import('../features/trading-sessions/sessions-screen.tsx')).SessionsScreen,
);
const PeriodScreen = screen(
  async () => (await import('../features/trading-sessions/period-screen.tsx')).PeriodScreen,
);
const CatalogsScreen = screen(
  async () => (await import('../features/catalogs/catalogs-screen.tsx')).CatalogsScreen,
);
const CatalogEditorScreen = screen(
  async () => (await import('../features/catalog-editor/editor-screen.tsx')).CatalogEditorScreen,
);
const PayoutsScreen = screen(
  async () => (await import('../features/payouts/payouts-screen.tsx')).PayoutsScreen,
);
const AdminHomeScreen = screen(
  async () => (await import('../features/admin/admin-home-screen.tsx')).AdminHomeScreen,
);
const SellersScreen = screen(
  async () => (await import('../features/admin/sellers-screen.tsx')).SellersScreen,
);
const SellerScreen = screen(async () => (await import('../features/admin/seller-screen.tsx')).SellerScreen);
const ReviewedOutletsScreen = screen(
  async () => (await import('../features/admin/outlets-screen.tsx')).ReviewedOutletsScreen,
);
const AuditLogScreen = screen(
  async () => (await import('../features/admin/audit-log-screen.tsx')).AuditLogScreen,
);
const LeadsScreen = screen(async () => (await import('../features/admin/leads-screen.tsx')).LeadsScreen);
const NotFoundScreen = screen(async () => (await import('./not-found-screen.tsx')).NotFoundScreen);
const liveScreens = (['trading-session', 'orders', 'orders-basic'] as const).map((path) => ({
  path,
  LiveScreen: screen(
    async () => (await import('../features/orders/trading-session-screen.tsx')).screens[path],
  ),
}));

/** Every address of the app (spec §2). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Root />}>
        <Route path="/" element={<HomeScreen />} />
        <Route path="/business" element={<HomeScreen />} />
        <Route path="/settings" element={<SettingsScreen />} />
        <Route element={<SignedOutOnly />}>
          <Route path="/sign-in" element={<SignInScreen />} />
          <Route path="/sign-up" element={<SignUpScreen />} />
        </Route>
        <Route element={<AccountReviewGuard />}>
          <Route path="/account-review" element={<AccountReviewScreen />} />
        </Route>
        <Route element={<Guard />}>
          <Route element={<SignedInLayout />}>
            <Route path="/outlets" element={<OutletsScreen />} />
            <Route path="/outlets/:outletId/manage" element={<ManageScreen />} />
            <Route path="/outlets/:outletId/outlet-image" element={<OutletImageScreen />} />
            {liveScreens.map(({ path, LiveScreen }) => (
              <Route key={path} path={`/outlets/:outletId/${path}`} element={<LiveScreen />} />
            ))}
            <Route path="/outlets/:outletId/trading-sessions" element={<SessionsScreen />} />
            <Route path="/outlets/:outletId/trading-sessions/:periodId" element={<PeriodScreen />} />
            <Route path="/catalogs" element={<CatalogsScreen />} />
            <Route path="/catalogs/:catalogId/edit" element={<CatalogEditorScreen />} />
            <Route path="/payouts" element={<PayoutsScreen />} />
          </Route>
        </Route>
        <Route element={<AdminGuard />}>
          <Route element={<SignedInLayout />}>
            <Route path="/admin" element={<AdminHomeScreen />} />
            <Route path="/admin/sellers" element={<SellersScreen />} />
            <Route path="/admin/sellers/:sellerId" element={<SellerScreen />} />
            <Route path="/admin/outlets" element={<ReviewedOutletsScreen />} />
            <Route path="/admin/leads" element={<LeadsScreen />} />
            <Route path="/admin/audit-log" element={<AuditLogScreen />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}
