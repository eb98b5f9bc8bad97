// An email as plain text and as HTML: the same words in the same order.

import { DEFAULT_COLOR, inkOn } from '../../domain/color.ts'
import type { MailMessage } from '../../domain/mail.ts'
import { type Content, type Html, html } from '../../platform/html.ts'

/** For clients without HTML, and for people who prefer plain text. */
export function plainText(message: MailMessage): string {
  const { figure, facts, link, payment } = message
  const blocks = [
    message.test,
    message.greeting,
    message.note,
    message.paragraphs.join('\n'),
    [...(figure ? [figure] : []), ...facts]
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
    link && `${link.label}:\n${link.url}`,
    ...(payment
      ? [payment.heading, ...payment.ways.map(({ label, text }) => `${label}:\n${text}`)]
      : []),
    message.closing.join('\n'),
    // The separator of signatures (RFC 3676, section 4.3) ends in a space.
    ['-- ', ...message.footer].join('\n'),
  ]
  return `${blocks.filter((block) => block !== null && block !== '').join('\n\n')}\n`
}

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Clients that support `prefers-color-scheme` use it; the others use inline styles. */
const DARK = `@media (prefers-color-scheme: dark) {
  .ground { background-color: #14171c !important }
  .card { background-color: #1f242c !important; border-color: #333b47 !important }
  .ink { color: #f2f4f7 !important }
  .soft { color: #a9b4c2 !important }
  .rule { border-color: #333b47 !important }
}`

/** Outlook for Windows does not support max-width: there, and only there, a table around the card limits it. */
const OUTLOOK_WIDTH = html`<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`
const OUTLOOK_END = html`<!--[if mso]></td></tr></table><![endif]-->`

/**
 * Uses tables and inline styles, since mail clients support those. Only the logo is fetched, if any; clients that load
 * no images show the name in its place.
 */
export function htmlText(message: MailMessage): string {
  const color = message.color ?? DEFAULT_COLOR
  const page = html`<!doctype html>
<html lang="${message.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${message.subject}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f3f5f8">
<div style="display:none;mso-hide:all">${message.preview}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f3f5f8" style="background-color:#f3f5f8">
<tr><td align="center" style="padding:32px 12px">
${OUTLOOK_WIDTH}
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="max-width:560px;background-color:#ffffff;border:1px solid #e1e6ed;border-radius:12px">
<tr><td bgcolor="${color}" style="padding:0 0 6px;line-height:0;font-size:0;background-color:${color};border-radius:11px 11px 0 0">&nbsp;</td></tr>
<tr><td style="padding:28px 32px 32px;${FONT}">
${message.test && notice(message.test)}
<p class="ink" style="margin:0 0 24px;font-size:17px;font-weight:600;color:#101216">${brand(message)}</p>
${paragraph(message.greeting)}
${message.note && paragraph(broken(message.note))}
${message.paragraphs.map((text) => paragraph(text))}
${figures(message)}
${button(message, color)}
${ways(message)}
<p class="soft" style="margin:24px 0 0;font-size:14px;line-height:1.5;color:#5b6675">${lines(message.closing)}</p>
</td></tr>
</table>
<p class="soft" style="margin:20px 12px 0;${FONT};font-size:13px;line-height:1.5;color:#5b6675;text-align:center">${lines(message.footer)}</p>
${OUTLOOK_END}
</td></tr>
</table>
</body>
</html>
`
  return page.text
}

const notice = (text: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="soft" style="padding:8px 12px;border:1px dashed #b98900;border-radius:6px;${FONT};font-size:14px;color:#7a5b00">${text}</td></tr></table>
<p style="margin:0 0 20px;font-size:0;line-height:0">&nbsp;</p>`

/** The height is an attribute, since Outlook and Yahoo ignore styles; the width scales with it. */
const brand = ({ logo, sender }: MailMessage): Content =>
  logo
    ? html`<img src="${logo}" alt="${sender}" height="40" style="display:block;max-width:100%;border:0">`
    : sender

const paragraph = (text: Content): Html =>
  html`<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:1.5;color:#101216">${text}</p>\n`

const lines = (texts: readonly string[]): Content =>
  texts.map((text, index) => (index === 0 ? html`${text}` : html`<br>${text}`))

/** A multi-line text with its line breaks. */
const broken = (text: string): Content => lines(text.split('\n'))

function figures({ figure, facts }: MailMessage): Html | null {
  if (!figure) return null
  return html`<table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 24px;border-top:1px solid #e1e6ed;border-bottom:1px solid #e1e6ed">
<tr><td colspan="2" style="padding:16px 0 0;${FONT}"><span class="soft" style="font-size:14px;color:#5b6675">${figure.label}</span><br>
<span class="ink" style="font-size:32px;line-height:1.25;font-weight:700;color:#101216">${figure.value}</span></td></tr>
${facts.map(fact)}
<tr><td colspan="2" style="padding:0 0 16px;line-height:0;font-size:0">&nbsp;</td></tr>
</table>`
}

const fact = ({ label, value }: MailMessage['facts'][number]): Html =>
  html`<tr><td class="soft" style="padding:10px 12px 0 0;${FONT};font-size:14px;color:#5b6675">${label}</td>
<td class="ink" align="right" style="padding:10px 0 0;${FONT};font-size:14px;color:#101216">${value}</td></tr>\n`

/** Outlook does not support padding on links, so the cell has it. */
function button({ link }: MailMessage, color: string): Html | null {
  if (!link) return null
  return html`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td align="center" bgcolor="${color}" style="border-radius:8px;background-color:${color};mso-padding-alt:13px 22px">
<a href="${link.url}" style="display:inline-block;padding:13px 22px;mso-padding-alt:0;${FONT};font-size:16px;line-height:1.25;font-weight:600;color:${inkOn(color)};text-decoration:none;border-radius:8px">${link.label}</a></td></tr></table>`
}

function ways({ payment }: MailMessage): Html | null {
  if (!payment) return null
  return html`<p class="ink" style="margin:28px 0 8px;font-size:16px;font-weight:600;color:#101216">${payment.heading}</p>
${payment.ways.map(
  ({ label, text }) =>
    html`<p class="ink" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#101216"><span class="soft" style="color:#5b6675">${label}</span><br>${broken(text)}</p>\n`,
)}`
}
