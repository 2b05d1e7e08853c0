import { z } from 'zod';
import {
  changePasswordFormSchema,
  contactSchema,
  idSchema,
  fileSettingsSchema,
  loginSchema,
  newFileRequestSchema,
  newTokenSchema,
  planIdSchema,
  profileSchema,
  promotionFormSchema,
  reportSchema,
  resetPasswordFormSchema,
  resetPasswordSchema,
  shareEmailSchema,
  signUpSchema,
  takedownFormSchema,
} from './index.js';
import { parse } from './validation.js';

const password = 'a long and winding password';
const signUp = {
  name: 'Ada',
  email: 'ada@example.com',
  password,
  confirmPassword: password,
  agreeToTerms: true,
};

/** Returns the validation errors of `value` by field. */
function errorsIn(schema: z.ZodType, value: unknown): Record<string, string> {
  try {
    parse(schema, value);
    return {};
  } catch (error) {
    const { errors = [] } = error as { errors?: { field: string; message: string }[] };
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  }
}

describe('parse', () => {
  it('requires all fields of a sign-up', () => {
    expect(errorsIn(signUpSchema, {})).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
      agreeToTerms: 'You must agree to the Terms of Service and Privacy Policy',
    });
    expect(errorsIn(signUpSchema, signUp)).toEqual({});
    expect(errorsIn(signUpSchema, { ...signUp, confirmPassword: 'another' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
  });

  it('requires both fields of a log-in', () => {
    expect(errorsIn(loginSchema, { email: '', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'a@b@c.de',
    'a\u0001@example.com',
    '\u202Emoc.elpmaxe@ada.example.com',
    'ada@exam\u200Bple.com',
  ])('rejects %j as an e-mail address', (email) => {
    expect(errorsIn(loginSchema, { email, password })).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  it.each(['ada@example.com', ' ada@example.com ', 'a+b@mail.example.co.uk', 'ä@exämple.com'])(
    'accepts %j as an e-mail address',
    (email) => {
      expect(errorsIn(loginSchema, { email, password })).toEqual({});
    },
  );

  it.each(['ada@example.com*', 'ada@*.com'])(
    'rejects %j for a new account, and lets an old one log in',
    (email) => {
      expect(errorsIn(signUpSchema, { ...signUp, email })).toEqual({
        email: 'Please enter a valid email address',
      });
      expect(errorsIn(loginSchema, { email, password })).toEqual({});
    },
  );

  it('keeps the case of a new address, and has its letters in one Unicode form', () => {
    // The Kelvin sign is the letter K in another code point.
    const given = ' \u212aate.Zoe\u0308@M\u00dcNCHEN.de ';
    expect(parse(signUpSchema, { ...signUp, email: given }).email).toBe('Kate.Zo\u00eb@M\u00dcNCHEN.de');
  });

  it('requires all fields of a password change, at least eight characters and a matching confirmation', () => {
    expect(errorsIn(changePasswordFormSchema, {})).toEqual({
      current_password: 'Current password is required',
      new_password: 'New password is required',
      confirm_password: 'Please confirm your new password',
    });
    expect(
      errorsIn(changePasswordFormSchema, {
        current_password: 'x',
        new_password: '1234567',
        confirm_password: '12345678',
      }),
    ).toEqual({
      new_password: 'Password must be at least 8 characters long',
      confirm_password: 'Passwords do not match',
    });
  });

  it('applies the same rules to a password reset', () => {
    expect(errorsIn(resetPasswordFormSchema, {})).toEqual({
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    });
    expect(errorsIn(resetPasswordFormSchema, { password, confirmPassword: 'x' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
    expect(errorsIn(resetPasswordSchema, { email: 'ada@example.com', password })).toEqual({
      token: 'Invalid or expired reset link',
    });
  });

  it('names the choices where one is expected', () => {
    expect(errorsIn(newTokenSchema, { name: 'Report', scopes: ['admin'] })).toEqual({
      'scopes.0': 'There is no such scope. Please choose from upload, read and manage',
    });
    expect(errorsIn(z.object({ plan: planIdSchema }), { plan: 'gold' })).toEqual({
      plan: 'Please choose free, basic or pro',
    });
  });

  it('requires a name in a profile', () => {
    expect(errorsIn(profileSchema, { name: '  ' })).toEqual({ name: 'Name is required' });
  });

  it('removes invisible characters from single-line fields', () => {
    const name = ' Ada\r\nBcc: x\u202e\u0007 ';
    expect(parse(profileSchema, { name })).toEqual({ name: 'Ada Bcc: x' });
    const mail = { recipientEmail: 'ada@example.com', recipientName: name };
    expect(parse(shareEmailSchema, mail).recipientName).toBe('Ada Bcc: x');
    const message = { name, email: 'ada@example.com', subject: name, message: 'a\nb' };
    expect(parse(contactSchema, message)).toMatchObject({
      name: 'Ada Bcc: x',
      subject: 'Ada Bcc: x',
      message: 'a\nb',
    });
    expect(errorsIn(profileSchema, { name: '\u202e\r\n' })).toEqual({ name: 'Name is required' });
    expect(errorsIn(contactSchema, { ...message, subject: '\u202e' })).toEqual({
      subject: 'Subject is required',
    });
  });

  it('removes invisible characters from texts of several lines, and keeps their lines', () => {
    const text = ' a\u202eb\r\n\n c\u0007\u2066\td ';
    const cleaned = 'a b\n\n c d';
    const contact = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: text };
    expect(parse(contactSchema, contact).message).toBe(cleaned);
    expect(parse(newFileRequestSchema, { title: 'Photos', message: text }).message).toBe(cleaned);
    expect(parse(reportSchema, { reason: 'other', message: text }).message).toBe(cleaned);
    expect(parse(takedownFormSchema, { reason: text }).reason).toBe(cleaned);
    expect(errorsIn(contactSchema, { ...contact, message: '\u202e\n\u0007' })).toEqual({
      message: 'Message is required',
    });
  });

  it('requires both fields of a share mail', () => {
    expect(errorsIn(shareEmailSchema, { recipientEmail: '', recipientName: ' ' })).toEqual({
      recipientEmail: 'Please fill in all fields',
      recipientName: 'Please fill in all fields',
    });
  });

  it('requires all fields of a contact message', () => {
    expect(errorsIn(contactSchema, {})).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
    });
  });

  it('accepts file settings without any field, but no empty name', () => {
    expect(errorsIn(fileSettingsSchema, {})).toEqual({});
    expect(errorsIn(fileSettingsSchema, { originalName: ' ', deleteAt: 'tomorrow', password: null })).toEqual(
      {
        originalName: 'Document name is required',
        deleteAt: 'Please choose a valid expiry date',
      },
    );
  });

  it.each(['2099-01-31', '2099-01-31T10:00:00Z', '2099-01-31T10:00:00+05:00', null])(
    'accepts %s as the expiry of a file',
    (deleteAt) => expect(errorsIn(fileSettingsSchema, { deleteAt })).toEqual({}),
  );

  it.each(['2099-02-30', '2099', '2099-01-31T10:00:00', '9999-12-31T23:59:59-05:00', '', 5])(
    'rejects %j as the expiry of a file',
    (deleteAt) =>
      expect(errorsIn(fileSettingsSchema, { deleteAt })).toEqual({
        deleteAt: 'Please choose a valid expiry date',
      }),
  );

  it.each(['9999-12-31T23:59:59-05:00', '2099-01-31', 'tomorrow'])(
    'rejects %j as the expiry of a token and as the end of a promotion',
    (time) => {
      const message = 'Please enter a date and time such as 2027-01-31T12:00:00Z';
      expect(errorsIn(newTokenSchema, { name: 'CI', scopes: ['read'], expiresAt: time })).toEqual({
        expiresAt: message,
      });
      expect(errorsIn(promotionFormSchema, { endDate: time })).toEqual({ endDate: message });
    },
  );

  it.each(['9999-12-31T23:59:59Z', '2099-01-31T10:00:00+05:00'])(
    'accepts %s as the expiry of a token and as the end of a promotion',
    (time) => {
      expect(errorsIn(newTokenSchema, { name: 'CI', scopes: ['read'], expiresAt: time })).toEqual({});
      expect(errorsIn(promotionFormSchema, { endDate: time })).toEqual({});
    },
  );

  it('never shows a message of the validation library', () => {
    expect(errorsIn(z.object({ page: z.string().max(3) }), { page: 'long' })).toEqual({
      page: 'Please check this field',
    });
    expect(() => parse(loginSchema, [])).toThrow(
      expect.objectContaining({ code: 'request.invalid', message: 'Please check the highlighted fields.' }),
    );
  });
});

describe('idSchema', () => {
  it('accepts five hexadecimal groups in any case', () => {
    const id = '6F9619FF-8b86-d011-b42d-00c04fc964ff';
    expect(idSchema.parse(id)).toBe(id.toLowerCase());
  });

  it.each([
    '',
    '6f9619ff8b86d011b42d00c04fc964ff',
    '{6f9619ff-8b86-d011-b42d-00c04fc964ff}',
    '6f9619ff-8b86-d011-b42d-00c04fc964fg',
    ' 6f9619ff-8b86-d011-b42d-00c04fc964ff',
  ])('rejects %j', (id) => expect(idSchema.safeParse(id).success).toBe(false));
});
