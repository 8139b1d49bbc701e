// Reloads the page when its sources change, because somebody who edits looks at the page and not at the terminal.
// Only `build.py dev` adds this script to the page.
const own = new URL(import.meta.url).searchParams.get("page");
const style = document.querySelector("head > link[rel=stylesheet]");

new EventSource("changes").onmessage = ({ data }) => {
  const news = JSON.parse(data);
  if (news.fault) console.error(news.fault);
  else if (news.page !== own) location.reload();
  else if (news.style !== style.getAttribute("href")) style.href = news.style;
};
