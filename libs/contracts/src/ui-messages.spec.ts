import { AppError } from './app-error.js';
import { accountMessages } from './account-messages.js';
import { analyticsMessages } from './analytics-messages.js';
import { previewMessages } from './preview-messages.js';
import { fieldMessages, uiMessages } from './ui-messages.js';

const screenMessages = { ...uiMessages, ...accountMessages, ...analyticsMessages, ...previewMessages };

/** Repeats the sentences literally: users and external tests of Waybill rely on them. */
describe('user-facing sentences', () => {
  it('user-facing sentences include every specified failure sentence', () => {
    expect(Object.values(screenMessages)).toEqual(
      expect.arrayContaining([
        'An error occurred during login',
        'An error occurred during signup',
        'Storage limit exceeded',
        'An error occurred while uploading files',
        'No file ID received from server',
        'Failed to upload files',
        'Failed to load file details',
        'Failed to save settings',
        'Failed to load document preview',
        'Failed to load document. Please try refreshing the page.',
        'Failed to load document',
        'Failed to load files',
        'Failed to delete file',
        'Failed to update file',
        'Failed to send email',
        'Failed to generate QR code',
        'Failed to download QR code',
        'Failed to copy link',
        'Failed to fetch user data',
        'Failed to update profile',
        'Failed to change password',
        'Failed to cancel subscription',
        'Incorrect password',
        'Failed to verify password',
        'Failed to download file',
        'Failed to check file protection',
        'File has expired',
        'File not found',
        'Failed to verify email',
        'An error occurred while verifying your email',
        'Invalid or expired reset link',
        'An error occurred while sending the reset link',
        'An error occurred while resetting your password',
        'There was an error sending your message. Please try again.',
        'Failed to load subscription information',
        'Failed to load analytics',
        'No data received from server',
        'Preview not available for this file type',
        'You do not have permission to access this file',
        'Please log in to access this file',
        'Invalid verification link',
        'Invalid reset link',
      ]),
    );
  });

  it('user-facing sentences include every specified screen sentence', () => {
    expect(Object.values(screenMessages)).toEqual(
      expect.arrayContaining([
        'Files uploaded successfully!',
        'Loading PDF...',
        'No analytics for this file yet',
        'No views recorded yet',
        'No download statistics available yet',
        'Statistics will appear here once the file has been downloaded',
      ]),
    );
  });

  it('user-facing sentences include every specified field sentence', () => {
    expect(Object.values(fieldMessages)).toEqual(
      expect.arrayContaining([
        'Name is required',
        'Email is required',
        'Please enter a valid email address',
        'Password is required',
        'Password must be at least 8 characters long',
        'Passwords do not match',
        'Please confirm your password',
        'Please confirm your new password',
        'You must agree to the Terms of Service and Privacy Policy',
        'Current password is required',
        'New password is required',
        'Please fill in all fields',
        'Please fill in all required fields',
      ]),
    );
  });

  it('user-facing sentences name the limit and the tier in sentences about limits', () => {
    expect(new AppError('files.limit-reached', { limit: 3, tier: 'free' }).message).toBe(
      'You can only upload up to 3 files with your free tier',
    );
    expect(new AppError('files.too-large', { maxFileSize: 200 * 1024 * 1024, tier: 'basic' }).message).toBe(
      'Some files were skipped because they exceed the 200MB limit for basic tier',
    );
  });
});
