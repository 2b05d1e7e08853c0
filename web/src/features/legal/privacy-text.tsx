import { useConfig } from '../../lib/config/config.api.js';
import { LegalSection } from './legal-section.js';

const addressSentences = {
  full: 'The IP address, and the region and city derived from it.',
  network: 'The network of the IP address, without its last part, and the region and city derived from it.',
  none: 'No IP address, no region and no city: they are dropped once the country is known.',
} as const;

/** The part of an address that this installation keeps. */
function keptAddress(mode: keyof typeof addressSentences): string {
  return addressSentences[mode];
}

function keptTerm(days: number | null): string {
  if (days === null) return 'Visits are kept as long as their file.';
  const time = days === 1 ? 'one day' : `${days} days`;
  return `Visits are deleted after ${time}; the totals and charts made of them stay, and the hashes that tell visitors apart.`;
}

/** Privacy Policy: which data is stored, and why. */
export function PrivacyText() {
  const { visitorAddresses, visitRetentionDays } = useConfig();
  return (
    <>
      <LegalSection title="1. What we keep of you">
        With an account: your name, your e-mail address, a hash of your password and your plan; the browsers
        that are signed in, and hashes of the devices and networks from which you signed in, so that we can
        warn you of others; your passkeys’ public keys, and what you set up, such as links, tokens and
        webhooks. Without one: a cookie that tells your browser’s uploads from those of others.
      </LegalSection>
      <LegalSection title="2. What we keep of your files">
        The file, its name, type and size, when it was uploaded and when it expires. Files and previews are
        encrypted in transit and at rest, each with a key of its own. A file’s password is kept only as a
        hash. Until the file is deleted, a hash of the network that it came from is kept too, so that the
        files of one network do not keep those of others waiting for their preview.
      </LegalSection>
      <LegalSection title="3. What we keep of those who open a link">
        {keptAddress(visitorAddresses)} Besides, the time, the country, the browser and its system, the
        website the visitor came from, the link that was opened, the e-mail address where a link asks for one,
        and how long each page was looked at on our pages, or which part of a video or a sound was played. No
        cookie is used for it: visitors are told apart by a hash of network address and browser that is made
        for each file anew, and for an hour by one that is made for each owner, so that one visitor causes one
        mail. A browser that sends “Global Privacy Control” (<code>Sec-GPC: 1</code>) is recorded without
        address, region and city. This is shown to the owner of the file and to nobody else. If you open a
        link, its sender can see that you did, as it happens. Places are looked up in GeoLite2 data created by
        MaxMind, available from https://www.maxmind.com.
      </LegalSection>
      <LegalSection title="4. What we keep of others">
        Of those who send files to a request: the name and the e-mail address that they give. Of those who
        report a file: what they write, and their e-mail address if they leave it. Both go with the file, and
        the mail that told of it after 30 days. Of those to whom a link is mailed: their address, for 30 days,
        and their name, which is the name of the link, until the file is deleted. What administrators do is
        recorded with their IP address and stays, so that it can be checked.
      </LegalSection>
      <LegalSection title="5. Cookies and storage">
        While you are signed in, a session cookie (<code>waybill_session</code>) and one that only says that
        there is a session (<code>waybill_signed_in</code>); <code>waybill_device</code>, which tells this
        browser from a new one, so that we can warn you of a sign-in from elsewhere; for ten minutes at most,
        <code>waybill_sign_in</code>, while you sign in through another service; and the upload cookie named
        above (<code>waybill_browser</code>). In your browser’s own storage: the proof that you gave a file’s
        password, an identifier of your visit, and your choice of light or dark colours; the names, folders
        and sizes of uploads that were interrupted, with the identifier of your account, so that they can go
        on within a day; and for 90 days the names of the files that you sent to a file request. They are
        removed when you use these pages again after that time. No advertising, no tracking across sites.
      </LegalSection>
      <LegalSection title="6. Who else sees it">
        Our payment provider handles paid plans. An Office document that we cannot show ourselves may be
        opened in an external document viewer, when somebody who may see the file asks for it. Your files are
        not sold, and not given to anyone but those you share them with, unless the law obliges us.
      </LegalSection>
      <LegalSection title="7. How long">
        {keptTerm(visitRetentionDays)} A file goes with its expiry or when you delete it, and so do its
        previews. The password of a document that you enter here is deleted once the document was converted
        for you, and the result after two hours. The file’s analytics go with its deletion or with the
        account, and with the expiry of a file that was uploaded without an account. To stop abuse, requests
        are counted by IP address and mails by their recipient: whatever else is kept, such a counter lives
        for minutes, or for a day at most. The address from which a file’s password was given is known for two
        weeks, so that others who guess cannot lock it out. Log-ins, refusals and changes of accounts are
        logged with the account’s identifier and a hash of the network.
      </LegalSection>
      <LegalSection title="8. When you delete your account">
        You can do so at any time in the account settings. Your name, e-mail address, password and sessions
        are removed, with all your files, their previews and links, the analytics of who opened them, the
        mails we kept for you, and your plan. It cannot be undone. Not removed: mails already delivered,
        copies that others have downloaded, what our payment provider must keep by law, and backups until they
        are replaced.
      </LegalSection>
      <LegalSection title="9. Your rights">
        You may see, correct or erase what we keep of you. Write to us through the contact page; we aim to
        reply within 24 hours.
      </LegalSection>
      <LegalSection title="10. Changes">
        We announce changes of this policy 30 days before they take effect.
      </LegalSection>
    </>
  );
}
