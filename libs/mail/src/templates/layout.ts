/** Layout of every HTML mail. Uses tables and inline styles, because mail programs support little else. */
export const htmlLayout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14181d !important; }
  .card { background: #1d232a !important; }
  .ink { color: #e8ebef !important; }
  .faint { color: #9aa5b1 !important; }
  .link { color: #72c2b8 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5f7;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f5f7;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
<tr><td class="ink" style="padding:0 8px 16px;font-size:18px;font-weight:700;letter-spacing:.02em;color:#1f2933;">Waybill</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:12px;padding:32px;">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1f2933;overflow-wrap:anywhere;">{{heading}}</h1>
{{#each paragraphs}}
<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1f2933;overflow-wrap:anywhere;">{{this}}</p>
{{/each}}
{{#if quote}}
<blockquote class="ink" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #cbd2d9;font-size:16px;line-height:1.55;color:#1f2933;white-space:pre-line;overflow-wrap:anywhere;">{{quote}}</blockquote>
{{/if}}
{{#if button}}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0;"><tr><td style="background:#0b756a;border-radius:8px;">
<a href="{{button.link}}" style="display:inline-block;padding:13px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;">{{button.label}}</a>
</td></tr></table>
<p class="faint" style="margin:0;font-size:13px;line-height:1.5;color:#52606d;">If the button does not work, copy this address into your browser:<br><a href="{{button.link}}" class="link" style="color:#0b756a;overflow-wrap:anywhere;">{{button.link}}</a></p>
{{/if}}
</td></tr>
<tr><td class="faint" style="padding:16px 8px 0;font-size:13px;line-height:1.5;color:#52606d;overflow-wrap:anywhere;">{{footnote}}{{#if unsubscribeUrl}} <a href="{{unsubscribeUrl}}" class="link" style="color:#0b756a;">Stop these mails</a>{{/if}}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

/** Layout of every plain-text mail. */
export const textLayout = `{{heading}}

{{#each paragraphs}}
{{this}}

{{/each}}
{{#if quote}}
{{quote}}

{{/if}}
{{#if button}}
{{button.label}}:
{{button.link}}

{{/if}}
--
Waybill
{{footnote}}
{{#if unsubscribeUrl}}
Stop these mails: {{unsubscribeUrl}}
{{/if}}
`;
