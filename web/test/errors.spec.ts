import { describe, expect, it } from '@jest/globals';
import { ApiError, toApiError } from '@/api/error';
import { applyFieldErrors, withOwnMessage, withWordsForWhole, rejectWithOwnMessage } from '@/api/form-errors';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

describe('an error response', () => {
  it('is parsed from the billing contract, field by field', () => {
    const error = toApiError(422, {
      error: 'RequestValidationError',
      detail: [
        { loc: ['body', 'prices', 0, 'price_amount'], msg: 'input should be at least 50' },
        { loc: ['body', 'prices', 0, 'price_amount'], msg: 'second' },
        { loc: ['body', 'name'], msg: 'too short.' },
      ],
    });
    expect(error).toMatchObject({ status: 422, code: 'RequestValidationError' });
    expect(error.fields).toEqual({ 'prices.0.price_amount': 'Input should be at least 50.', name: 'Too short.' });
  });

  it('has a message if no field is named', () => {
    expect(toApiError(422, { error: 'X', detail: [{ loc: ['body'], msg: 'invalid JSON' }] }).message).toBe(
      'Invalid JSON.',
    );
  });

  it('is parsed from the identity contract by its code', () => {
    const error = toApiError(400, { code: 'USER_ALREADY_EXISTS', message: 'User already exists' });
    expect([error.code, error.message]).toEqual(['USER_ALREADY_EXISTS', 'User already exists.']);
  });

  it('has a default message if the server sends none', () => {
    expect(toApiError(404, { error: 'ResourceNotFound', detail: 'Not found' }).message).toMatch(/^This does not exist/);
    expect(toApiError(403, null).message).toMatch(/^Your role does not allow this/);
    expect(toApiError(403, { error: 'insufficient_scope', error_description: 'x' }).message).toMatch(/Ask an owner/);
    expect(toApiError(429, '').message).toMatch(/^That was too many tries/);
  });
});

describe('a form', () => {
  interface Fields {
    name: string;
    amount: string;
  }

  function refuse(error: unknown) {
    const said: Record<string, string | undefined> = {};
    const form = {
      getValues: () => ({ name: '', amount: '' }),
      setError: (field: string, { message }: { message?: string }) => void (said[field] = message),
    } as unknown as UseFormReturn<Fields & FieldValues>;
    applyFieldErrors(form, error, { 'prices.0.price_amount': 'amount' });
    return said;
  }

  it('shows the server’s messages at its own fields, and the rest at its head', () => {
    const fields = { name: 'Too short.', 'prices.0.price_amount': 'Too low.', medias: 'Unknown.' };
    expect(refuse(new ApiError(422, 'X', 'Some fields need another look.', fields))).toEqual({
      name: 'Too short.',
      amount: 'Too low.',
      root: 'Unknown.',
    });
  });

  it('shows an error without fields at its head', () => {
    expect(refuse(new ApiError(409, 'Conflict', 'Someone else changed this.'))).toEqual({
      root: 'Someone else changed this.',
    });
  });

  it('rethrows errors that are not server responses', () => {
    expect(() => refuse(new TypeError('a bug'))).toThrow('a bug');
  });
});

describe('error messages of our own', () => {
  const words = { TAKEN: { at: 'slug', text: 'This address is taken.' }, CLOSED: 'Sign-up is closed.' };

  it('are found by code and shown at the field they name', () => {
    expect(withOwnMessage(new ApiError(400, 'TAKEN', 'x'), words)).toMatchObject({
      message: 'This address is taken.',
      fields: { slug: 'This address is taken.' },
    });
    expect(withOwnMessage(new ApiError(400, 'OTHER', 'x'), words)).toMatchObject({ message: 'x' });
  });

  it('replace the message of a rejected promise', async () => {
    await expect(rejectWithOwnMessage(Promise.reject(new ApiError(400, 'CLOSED', 'x')), words)).rejects.toThrow(
      'Sign-up is closed.',
    );
  });

  it('replace that of a request that is refused as a whole, and none at a field', () => {
    const refusal = (...loc: (string | number)[]) =>
      toApiError(422, { error: 'RequestValidationError', detail: [{ loc, msg: 'would read 20001 events' }] });
    expect(withWordsForWhole(refusal('query'), 'Choose a shorter range.')).toMatchObject({
      status: 422,
      message: 'Choose a shorter range.',
    });
    const unknown = refusal('query', 'sorting', 0);
    expect(withWordsForWhole(unknown, 'Choose a shorter range.')).toBe(unknown);
  });
});
