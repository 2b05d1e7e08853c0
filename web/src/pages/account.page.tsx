import { Box, Divider, Paper, Stack, Tabs } from '@mantine/core';
import {
  IconBell,
  IconCreditCard,
  IconLock,
  IconUser,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { PageHeading } from '../components/ui/page-heading.js';
import { LoadingState } from '../components/ui/loading-state.js';
import { ChangePasswordForm } from '../features/account/change-password-form.js';
import { DeleteAccount } from '../features/account/delete-account.js';
import { PlanChangeNotice } from '../features/account/plan-change-notice.js';
import { ProfileForm } from '../features/account/profile-form.js';
import { SessionsPanel } from '../features/account/sessions-panel.js';
import { SubscriptionPanel } from '../features/account/subscription-panel.js';
import { NotificationsPanel } from '../features/notifications/notifications-panel.js';
import { usePromotion } from '../features/promotion/promotion.api.js';
import { TokensPanel } from '../features/security/tokens-panel.js';
import { TotpPanel } from '../features/security/totp-panel.js';
import { PasskeysPanel } from '../features/sign-in/passkeys-panel.js';
import { PasswordPanel } from '../features/sign-in/password-panel.js';
import { SingleSignOnPanel } from '../features/sign-in/single-sign-on-panel.js';
import { WebhooksPanel } from '../features/webhooks/webhooks-panel.js';
import { useSession } from '../features/session/hooks/use-session.js';
import classes from './account.module.css';

const tabs = [
  { value: 'account', label: 'Account', icon: IconUser },
  { value: 'security', label: 'Security', icon: IconLock },
  { value: 'subscription', label: 'Subscription', icon: IconCreditCard },
  { value: 'notifications', label: 'Notifications', icon: IconBell },
  { value: 'webhooks', label: 'Webhooks', icon: IconWebhook },
] as const;

/** `/account?tab=`: profile, password, plan (spec §2). */
export function AccountPage() {
  const [search, setSearch] = useSearchParams();
  const session = useSession();
  const promotion = usePromotion();
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'account';
  const isChanging = search.get('from') === 'pricing';

  function show(next: string | null) {
    if (!next) return;
    search.set('tab', next);
    setSearch(search, { replace: true });
  }

  if (session.status !== 'in') return <LoadingState label="Loading your account" />;
  return (
    <Stack gap="xl" maw={720} mx="auto">
      <PageHeading title="Account settings" />
      {isChanging && <PlanChangeNotice wanted={search.get('targetPlan')} isPromotion={promotion.isActive} />}
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="lg" className={classes.tabs ?? ''}>
          {tabs.map(({ value, label, icon }) => (
            <Tabs.Tab
              key={value}
              value={value}
              ref={value === tab ? showTab : undefined}
              leftSection={<TabIcon icon={icon} />}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Paper p={{ base: 'md', sm: 'xl' }}>
          <Tabs.Panel value="account">
            <Stack gap="xl">
              <ProfileForm user={session.user} />
              <Divider />
              <DeleteAccount />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="security">
            <Stack gap="xl">
              <PasswordPanel>
                <ChangePasswordForm />
              </PasswordPanel>
              <Divider />
              <PasskeysPanel />
              <Divider />
              <TotpPanel />
              <SingleSignOnPanel />
              <Divider />
              <SessionsPanel />
              <Divider />
              <TokensPanel />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="notifications">
            <NotificationsPanel />
          </Tabs.Panel>
          <Tabs.Panel value="webhooks">
            <WebhooksPanel />
          </Tabs.Panel>
          <Tabs.Panel value="subscription">
            <SubscriptionPanel plan={session.plan} isPromotion={promotion.isActive} />
          </Tabs.Panel>
        </Paper>
      </Tabs>
    </Stack>
  );
}

/** Ref of the open tab. Scrolls it into the row, which is wider than a phone. */
function showTab(tab: HTMLButtonElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Icon of a tab. Hidden where the tabs with icons would be too wide. */
function TabIcon({ icon: Icon }: { icon: TablerIcon }) {
  return (
    <Box component="span" visibleFrom="sm" lh={0}>
      <Icon size={17} aria-hidden />
    </Box>
  );
}
