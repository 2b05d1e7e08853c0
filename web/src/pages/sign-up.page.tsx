import { useNavigate } from 'react-router-dom';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { TextLink } from '../components/ui/text-link.js';
import { SignUpForm } from '../features/session/components/sign-up-form.js';
import { paths } from '../lib/paths.js';

/** `/signup`, on to /login with the server's message (spec §4). */
export function SignUpPage() {
  const navigate = useNavigate();
  return (
    <NarrowCard
      title="Sign up"
      description="Keep your files in one place and see who opened them."
      below={
        <>
          Already have an account?{' '}
          <TextLink to={paths.login} underline="always">
            Sign in
          </TextLink>
        </>
      }
    >
      <SignUpForm onDone={(message) => void navigate(paths.loginWith(message))} />
    </NarrowCard>
  );
}
