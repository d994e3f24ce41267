/** Asks for the admin token and hands it on only when the server has accepted it. */
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { ApiProblem } from '../../lib/api-problem.ts';
import { useServices } from '../../lib/services.ts';
import { readTokenText } from './admin-token.ts';
import { Dialog } from './dialog.tsx';
import classes from './dialog.module.css';

interface SignInDialogProps {
  readonly onToken: (token: string) => void;
  readonly onClose: () => void;
}

export function SignInDialog({ onToken, onClose }: SignInDialogProps) {
  return (
    <Dialog title="Sign in as the admin" onClose={onClose}>
      <p>
        Reading is open to everybody here; changing something needs the admin token. The first start of
        Gamekeeper has printed it, and <code>gamekeeper token</code> makes a new one.
      </p>
      <TokenForm onToken={onToken} />
      <p className={classes.quiet}>
        It stays in this browser tab until you sign out or close the tab. Do not sign in on a machine that is
        not yours.
      </p>
    </Dialog>
  );
}

function TokenForm({ onToken }: Pick<SignInDialogProps, 'onToken'>) {
  const { api } = useServices();
  const [text, setText] = useState('');
  const token = readTokenText(text);
  const checking = useMutation({
    mutationFn: (asked: string) => api.get('/api/admin/whoami', { token: asked }),
    networkMode: 'always',
    onSuccess: (_, asked) => onToken(asked),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token !== undefined && !checking.isPending) checking.mutate(token);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <PasswordInput
        label="Admin token"
        autoComplete="current-password"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={
          faultOf(checking.error) ?? (text !== '' && token === undefined ? 'A token is one word.' : null)
        }
        visibilityToggleButtonProps={{ 'aria-label': 'Show the token' }}
      />
      <div className={classes.actions}>
        <Button type="submit">{checking.isPending ? 'Checking…' : 'Sign in'}</Button>
      </div>
    </form>
  );
}

function faultOf(error: Error | null): string | null {
  if (error === null) return null;
  return error instanceof ApiProblem ? (error.detail ?? error.title) : error.message;
}
