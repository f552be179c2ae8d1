import { HomeRedirect } from "#components/projects/home-redirect.tsx";

export default function HomePage() {
  return <HomeRedirect />;
}
