import { HomeRedirect } from "#components/settings/projects/home-redirect.tsx";

export default function HomePage() {
  return <HomeRedirect />;
}
