import { z } from 'zod';
import {
  changePasswordFormSchema,
  contactSchema,
  fileIdSchema,
  fileSettingsSchema,
  loginSchema,
  profileSchema,
  resetPasswordFormSchema,
  resetPasswordSchema,
  shareEmailSchema,
  signUpSchema,
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

/** The sentences a schema has against `value`, by field. */
function faults(schema: z.ZodType, value: unknown): Record<string, string> {
  try {
    parse(schema, value);
    return {};
  } catch (error) {
    const { errors = [] } = error as { errors?: { field: string; message: string }[] };
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  }
}

describe('fields', () => {
  it('of a sign-up are all needed, and each says so', () => {
    expect(faults(signUpSchema, {})).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
      agreeToTerms: 'You must agree to the Terms of Service and Privacy Policy',
    });
    expect(faults(signUpSchema, signUp)).toEqual({});
    expect(faults(signUpSchema, { ...signUp, confirmPassword: 'another' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
  });

  it('of a log-in are both needed', () => {
    expect(faults(loginSchema, { email: '', password: '' })).toEqual({
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
  ])('take %j for no e-mail address', (email) => {
    expect(faults(loginSchema, { email, password })).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  it.each(['ada@example.com', ' ada@example.com ', 'a+b@mail.example.co.uk', 'ä@exämple.com'])(
    'take %j for an e-mail address',
    (email) => {
      expect(faults(loginSchema, { email, password })).toEqual({});
    },
  );

  it('of a changed password are all needed, eight characters at least and twice the same', () => {
    expect(faults(changePasswordFormSchema, {})).toEqual({
      current_password: 'Current password is required',
      new_password: 'New password is required',
      confirm_password: 'Please confirm your new password',
    });
    expect(
      faults(changePasswordFormSchema, {
        current_password: 'x',
        new_password: '1234567',
        confirm_password: '12345678',
      }),
    ).toEqual({
      new_password: 'Password must be at least 8 characters long',
      confirm_password: 'Passwords do not match',
    });
  });

  it('of a reset password follow the same rules', () => {
    expect(faults(resetPasswordFormSchema, {})).toEqual({
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    });
    expect(faults(resetPasswordFormSchema, { password, confirmPassword: 'x' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
    expect(faults(resetPasswordSchema, { email: 'ada@example.com', password })).toEqual({
      token: 'Invalid or expired reset link',
    });
  });

  it('of a profile are a name', () => {
    expect(faults(profileSchema, { name: '  ' })).toEqual({ name: 'Name is required' });
  });

  it('on one line hold nothing that cannot be seen', () => {
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
    expect(faults(profileSchema, { name: '\u202e\r\n' })).toEqual({ name: 'Name is required' });
    expect(faults(contactSchema, { ...message, subject: '\u202e' })).toEqual({
      subject: 'Subject is required',
    });
  });

  it('of a share mail are both needed', () => {
    expect(faults(shareEmailSchema, { recipientEmail: '', recipientName: ' ' })).toEqual({
      recipientEmail: 'Please fill in all fields',
      recipientName: 'Please fill in all fields',
    });
  });

  it('of a contact message are all needed', () => {
    expect(faults(contactSchema, {})).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
    });
  });

  it('of file settings may be left out, but no name may be empty', () => {
    expect(faults(fileSettingsSchema, {})).toEqual({});
    expect(faults(fileSettingsSchema, { originalName: ' ', deleteAt: 'tomorrow', password: null })).toEqual({
      originalName: 'Document name is required',
      deleteAt: 'Please choose a valid expiry date',
    });
  });

  it.each(['2099-01-31', '2099-01-31T10:00:00Z', '2099-01-31T10:00:00+05:00', null])(
    'of file settings take %s as the expiry',
    (deleteAt) => expect(faults(fileSettingsSchema, { deleteAt })).toEqual({}),
  );

  it.each(['2099-02-30', '2099', '2099-01-31T10:00:00', '', 5])(
    'of file settings do not take %j as the expiry: it is no moment',
    (deleteAt) =>
      expect(faults(fileSettingsSchema, { deleteAt })).toEqual({
        deleteAt: 'Please choose a valid expiry date',
      }),
  );

  it('have no words of a library, whatever is wrong with them', () => {
    expect(faults(z.object({ page: z.string().max(3) }), { page: 'long' })).toEqual({
      page: 'Please check this field',
    });
    expect(() => parse(loginSchema, [])).toThrow(
      expect.objectContaining({ code: 'request.invalid', message: 'Please check the highlighted fields.' }),
    );
  });
});

describe('a file id', () => {
  it('is hexadecimal in five groups, in any case', () => {
    const id = '6F9619FF-8b86-d011-b42d-00c04fc964ff';
    expect(fileIdSchema.parse(id)).toBe(id.toLowerCase());
  });

  it.each([
    '',
    '6f9619ff8b86d011b42d00c04fc964ff',
    '{6f9619ff-8b86-d011-b42d-00c04fc964ff}',
    '6f9619ff-8b86-d011-b42d-00c04fc964fg',
    ' 6f9619ff-8b86-d011-b42d-00c04fc964ff',
  ])('is not %j', (id) => expect(fileIdSchema.safeParse(id).success).toBe(false));
});
