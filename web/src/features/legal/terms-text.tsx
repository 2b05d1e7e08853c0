import { formatHours } from '@waybill/contracts';
import { useConfig } from '../../lib/config/config.api.js';
import { LegalSection } from './legal-section.js';

/** Retention of a file of the free plan. */
function freeTerm(anonymousUploads: boolean, hours: number | null): string {
  const where = anonymousUploads ? 'Without an account, and on the free plan,' : 'On the free plan,';
  if (hours === null) return `${where} a file is kept for as long as you choose.`;
  return `${where} a file is kept for ${hours === 1 ? 'one hour' : `at most ${formatHours(hours)}`}.`;
}

/** Terms of Service, with the facts of spec §9. */
export function TermsText() {
  const { anonymousUploads, plans } = useConfig();
  return (
    <>
      <LegalSection title="1. What you agree to">
        By uploading, opening or sharing files with Waybill you accept these terms. If you do not agree with
        them, please do not use the service.
      </LegalSection>
      <LegalSection title="2. The service">
        Waybill keeps a file for a time you choose, gives you a link to it and tells you when that link was
        opened. {freeTerm(anonymousUploads, plans.free.maxExpiryHours)} Paid plans keep files for as long as
        their description on the pricing page says.
      </LegalSection>
      <LegalSection title="3. Your files">
        Your files stay yours. You allow us to store, encrypt, convert for preview and deliver them, only as
        far as the service needs it. Upload only what you have the right to share. Do not share malware, or
        anything that is unlawful or harms others; we may remove such files and close the accounts behind
        them.
      </LegalSection>
      <LegalSection title="4. Your account">
        Keep your password to yourself and your e-mail address reachable. You answer for what is done through
        your account. You may delete it at any time in the account settings, with your password. Your files,
        their links and analytics then go at once and for good, and a paid plan ends with no further charge.
      </LegalSection>
      <LegalSection title="5. Expiry and deletion">
        A file is served no more from the moment it expires or is deleted. Its bytes and previews are then
        erased and cannot be brought back. QR codes expire with their file.
      </LegalSection>
      <LegalSection title="6. Paid plans and refunds">
        Plans are billed ahead, monthly or annually, through our payment provider; we never see your card
        number. A cancelled plan runs until the end of its billing period. Refund requests within 24 hours of
        purchase are accepted.
      </LegalSection>
      <LegalSection title="7. Liability">
        We take care, but the service comes as it is. Waybill is not a backup: keep your own copy of anything
        that matters. As far as the law allows, we are not liable for indirect losses.
      </LegalSection>
      <LegalSection title="8. Changes">
        We announce changes of these terms 30 days before they take effect. Using the service after that means
        that you accept them.
      </LegalSection>
    </>
  );
}
