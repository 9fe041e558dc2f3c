// A line for each check, and their count.

/** Prints a line for each check, and counts them. */
export class Report {
  passed = 0;
  failed = 0;

  check(label, good, detail) {
    if (good) {
      this.passed++;
      console.log(`ok ${label}`);
    } else {
      this.failed++;
      console.log(`FAIL ${label} ${describe(detail)}`);
    }
  }

  close() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed ? 1 : 0);
  }
}

function describe(detail) {
  const text = detail instanceof Error ? `${detail.name} ${detail.code ?? ''} ${detail.message}` : JSON.stringify(detail);
  return String(text).replaceAll('\n', ' ').slice(0, 300);
}
