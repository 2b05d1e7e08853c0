import type { FileView } from '@waybill/contracts';
import { tokenHeader } from '../../lib/access/file-tokens.js';
import { answerWith, listOf } from '../../lib/api/answer-fields.js';
import { api } from '../../lib/api/api.js';

const fileFields = {
  id: 'string',
  originalName: 'string',
  mimeType: 'string',
  size: 'number',
  createdAt: 'string',
  deleteAt: 'object',
  password: 'object',
  isOwner: 'boolean',
  preview: 'object',
} as const;
export const fileSchema = answerWith<FileView>(fileFields);

/** Calls about files: the user's own, and any file by its link. */
const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFiles: build.query<FileView[], void>({
      query: () => 'files',
      responseSchema: listOf<FileView>(fileFields),
      providesTags: ['Files'],
    }),
    /** Sends the verification token of this browser, if it has one. Refetch after the password was verified. */
    getFile: build.query<FileView, string>({
      query: (id) => ({ url: `files/${id}`, headers: tokenHeader(id) }),
      responseSchema: fileSchema,
      providesTags: (_file, _error, id) => [{ type: 'File', id }],
    }),
    checkProtection: build.query<{ isPasswordProtected: boolean }, string>({
      query: (id) => `files/${id}/check-protection`,
      responseSchema: answerWith<{ isPasswordProtected: boolean }>({ isPasswordProtected: 'boolean' }),
      providesTags: (_answer, _error, id) => [{ type: 'File', id }],
    }),
    verifyPassword: build.mutation<{ verified: true; token: string }, { id: string; password: string }>({
      query: ({ id, password }) => ({
        url: `files/${id}/verify-password`,
        method: 'POST',
        body: { password },
      }),
      responseSchema: answerWith<{ verified: true; token: string }>({ token: 'string' }),
    }),
  }),
});

export const { useListFilesQuery, useGetFileQuery, useCheckProtectionQuery, useVerifyPasswordMutation } =
  filesApi;
