import { Route, Routes } from 'react-router';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { AccountReviewGuard, AdminGuard, Guard, SignedOutOnly } from './guards.tsx';
import { OfAddress } from './of-address.tsx';
import { preloadSignedIn } from './preload.ts';
import { Root } from './root.tsx';
import {
  AccountReviewScreen,
  AdminHomeScreen,
  AuditLogScreen,
  CatalogEditorScreen,
  CatalogsScreen,
  HomeScreen,
  LeadsScreen,
  liveScreens,
  ManageScreen,
  NotFoundScreen,
  OutletImageScreen,
  OutletsScreen,
  PayoutsScreen,
  PeriodScreen,
  ReviewedOutletsScreen,
  SellerScreen,
  SellersScreen,
  SessionsScreen,
  SettingsScreen,
  SignedInLayout,
  SignUpScreen,
  TableCodesScreen,
} from './screens.ts';

/** Every address of the app. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Root />}>
        <Route path="/" element={<HomeScreen />} />
        <Route path="/business" element={<HomeScreen />} />
        <Route path="/settings" element={<SettingsScreen />} />
        <Route element={<SignedOutOnly />}>
          <Route path="/sign-in" element={<SignInScreen onSubmit={preloadSignedIn} />} />
          <Route path="/sign-up" element={<SignUpScreen />} />
        </Route>
        <Route element={<AccountReviewGuard />}>
          <Route path="/account-review" element={<AccountReviewScreen />} />
        </Route>
        <Route element={<Guard />}>
          <Route element={<SignedInLayout />}>
            <Route path="/outlets" element={<OutletsScreen />} />
            <Route element={<OfAddress />}>
              <Route path="/outlets/:outletId/manage" element={<ManageScreen />} />
              <Route path="/outlets/:outletId/outlet-image" element={<OutletImageScreen />} />
              <Route path="/outlets/:outletId/table-codes" element={<TableCodesScreen />} />
            </Route>
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
